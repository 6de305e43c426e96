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
        let person = Person(at: try SignInFixture())
        var signUp = try await person.beginSignUp()
        _ = try await person.finish(signUp)
        signUp.response = Array("{}".utf8)
        #expect(await code { try await person.finish(signUp) } == "sign-in.ceremony.consumed")

        var signIn = try person.beginSignIn()
        _ = try await person.finish(signIn)
        signIn.response = try person.with { $0.mutation = .flipSignatureBit }.beginSignIn().response
        #expect(await code { try await person.finish(signIn) } == "sign-in.ceremony.consumed")
    }

    @Test("an answer to an enrollment that was answered before is not judged")
    func enrolledBefore() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        var answer = try enrolledUser.answer(try await enrolledUser.begin(), with: SoftwareAuthenticator())
        _ = try await enrolledUser.finish(answer)
        answer.response = CredentialResponse(json: Array("{}".utf8))
        #expect(await code { try await enrolledUser.finish(answer) } == "sign-in.ceremony.consumed")
    }

    @Test("the work of a judgment is reported, also where it ends in a rejection")
    func work() async throws {
        let meter = Meter()
        let person = Person(at: try SignInFixture(), profile: .securityKey).with { $0.settings.attestation = .always }
        _ = try await person.finish(try await person.beginSignUp(), at: meter.ceremonies(of: person.fixture))
        _ = try await person.finish(try person.beginSignIn(), at: meter.ceremonies(of: person.fixture))
        let rejected = person.with {
            $0.address = "another@example.org"
            $0.settings.alteration = .packed(.badSignature)
        }
        let answer = try await rejected.beginSignUp()
        #expect(
            await code { try await rejected.finish(answer, at: meter.ceremonies(of: person.fixture)) }
                == "registration.attestation.signature-invalid")
        #expect(meter.reports.count == 3)
        #expect(meter.reports[0] > 5)
        #expect(meter.reports[1] == 2)
        #expect(meter.reports[2] == meter.reports[0])
    }

    @Test("registrations with certificates wait their turn, others don't, and what finds no room may be sent again")
    func queue() async throws {
        let fixture = try SignInFixture()
        let blocker = Blocker()
        var ceremonies = fixture.ceremonies
        ceremonies.queue = JudgingQueue(width: 1, room: 0)
        let blocked = Task { [queue = ceremonies.queue] in try await queue.run { blocker.block() } }
        await blocker.reached()
        let attesting = Person(at: fixture, profile: .securityKey).with { $0.settings.attestation = .always }
        let answer = try await attesting.beginSignUp()
        let busy = ceremonies
        #expect(await code { try await attesting.finish(answer, at: busy) } == "sign-in.too-busy")
        let ordinary = Person(at: fixture).with { $0.address = "another@example.org" }
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

        func ceremonies(of fixture: SignInFixture) -> CeremonyService {
            var ceremonies = fixture.ceremonies
            ceremonies.report = { work in self.lock.withLock { self.list.append(work) } }
            return ceremonies
        }
    }
}

extension Person {
    fileprivate func finish(_ attempt: SignInAttempt, at ceremonies: CeremonyService) async throws -> SignedIn {
        try await attempt.finish(at: ceremonies, in: fixture.configuration)
    }
}
