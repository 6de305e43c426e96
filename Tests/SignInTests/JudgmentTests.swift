// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite("What judging costs", .timeLimit(.minutes(1)))
struct JudgmentTests {
    @Test("an answer to a ceremony that was answered before is not judged")
    func answeredBefore() async throws {
        let person = Person(at: try House())
        var signUp = try await person.beginSignUp()
        _ = try await person.finish(signUp)
        signUp.response = Array("{}".utf8)
        #expect(await code { try await person.finish(signUp) } == "sign-in.ceremony.already-taken")

        var signIn = try person.beginSignIn()
        _ = try await person.finish(signIn)
        signIn.response = try person.with { $0.tamper = .flipSignatureBit }.beginSignIn().response
        #expect(await code { try await person.finish(signIn) } == "sign-in.ceremony.already-taken")
    }

    @Test("an answer to an enrolment that was answered before is not judged")
    func enrolledBefore() async throws {
        let resident = try await Resident.movedIn(at: try House())
        var answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        _ = try await resident.finish(answer)
        answer.response = Array("{}".utf8)
        #expect(await code { try await resident.finish(answer) } == "sign-in.ceremony.already-taken")
    }

    @Test("the work of a judgment is reported, also where it ends in a rejection")
    func work() async throws {
        let meter = Meter()
        let person = Person(at: try House(), profile: .securityKey).with { $0.settings.attestation = .always }
        _ = try await person.finish(try await person.beginSignUp(), at: meter.desk(of: person.house))
        _ = try await person.finish(try person.beginSignIn(), at: meter.desk(of: person.house))
        let rejected = person.with {
            $0.address = "another@example.org"
            $0.settings.alteration = .packed(.badSignature)
        }
        let answer = try await rejected.beginSignUp()
        #expect(
            await code { try await rejected.finish(answer, at: meter.desk(of: person.house)) }
                == "registration.attestation.8.2.signature-invalid")
        #expect(meter.reports.count == 3)
        #expect(meter.reports[0] > 5)
        #expect(meter.reports[1] == 2)
        #expect(meter.reports[2] == meter.reports[0])
    }

    @Test("registrations with certificates wait their turn, others don't, and what finds no room may be sent again")
    func queue() async throws {
        let house = try House()
        let blocker = Blocker()
        var desk = house.desk
        desk.queue = JudgingQueue(width: 1, room: 0)
        let blocked = Task { [queue = desk.queue] in try await queue.run { blocker.block() } }
        await blocker.reached()
        let attesting = Person(at: house, profile: .securityKey).with { $0.settings.attestation = .always }
        let answer = try await attesting.beginSignUp()
        let busy = desk
        #expect(await code { try await attesting.finish(answer, at: busy) } == "sign-in.too-busy")
        let ordinary = Person(at: house).with { $0.address = "another@example.org" }
        _ = try await ordinary.finish(try await ordinary.beginSignUp(), at: busy)
        _ = try await ordinary.finish(try ordinary.beginSignIn(), at: busy)
        blocker.release()
        try await blocked.value
        #expect(try await attesting.finish(answer, at: busy).isNewAccount)
    }

    /// Keeps what is reported.
    private final class Meter: @unchecked Sendable {
        private let lock = NSLock()
        private var list: [Int] = []

        var reports: [Int] { lock.withLock { list } }

        func desk(of house: House) -> CeremonyDesk {
            var desk = house.desk
            desk.report = { work in self.lock.withLock { self.list.append(work) } }
            return desk
        }
    }
}

extension Person {
    fileprivate func finish(_ answer: FinishSignIn.Answer, at desk: CeremonyDesk) async throws -> SignedIn {
        try await FinishSignIn(desk: desk)(answer, in: house.directory) { _, _ in }.signedIn
    }
}
