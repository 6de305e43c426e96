// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WireFormats

@Suite("Enrolments that are refused")
struct EnrolmentRefusalTests {
    // MARK: At the beginning

    @Test("a connection that is not the account's is unknown")
    func otherConnection() async throws {
        let resident = try await Resident.movedIn(at: try House())
        var wish = EnrolmentWish()
        wish.connection = "people"
        #expect(await code { try await resident.begin(wish) } == "done")
        wish.connection = "others"
        #expect(await code { try await resident.begin(wish) } == "sign-in.connection-unknown")
    }

    @Test("an identity that is not the account's is unknown")
    func otherIdentity() async throws {
        let resident = try await Resident.movedIn(at: try House())
        var wish = EnrolmentWish()
        wish.identityUserID = String(resident.user.id.identity)
        #expect(await code { try await resident.begin(wish) } == "done")
        wish.identityUserID = resident.user.id.rawValue
        #expect(await code { try await resident.begin(wish) } == "sign-in.identity-unknown")
    }

    @Test("the client needs neither grant nor organisation")
    func clientWithoutGrant() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let admitted = resident.with {
            $0.client.grantTypes = []
            $0.client.organizationUsage = .require
        }
        #expect(await code { try await admitted.enrol() } == "done")
    }

    @Test("a third party's client is refused")
    func thirdParty() async throws {
        let resident = try await Resident.movedIn(at: try House()).with { $0.client.isFirstParty = false }
        #expect(await code { try await resident.begin() } == "sign-in.client-not-admitted.first-party")
    }

    @Test("a host that is not served is refused")
    func otherHost() async throws {
        let resident = try await Resident.movedIn(at: try House()).with { $0.host = "login.brand2.test" }
        #expect(await code { try await resident.begin() } == "sign-in.ceremony.belongs-elsewhere")
    }

    @Test("somebody who is blocked or gone begins nothing", arguments: [true, false])
    func unusable(_ isBlocked: Bool) async throws {
        let resident = try await Resident.movedIn(at: try House())
        if isBlocked { try await resident.change(.blocked(true)) } else { try await resident.moveOut() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await resident.begin() } == expected)
    }

    // MARK: At the end

    @Test("somebody who was blocked or removed meanwhile gets nothing", arguments: [true, false])
    func unusableMeanwhile(_ isBlocked: Bool) async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        if isBlocked { try await resident.change(.blocked(true)) } else { try await resident.moveOut() }
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await resident.finish(answer) } == expected)
    }

    @Test("an account of the same id that was made meanwhile is another one")
    func replaced() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        try await resident.moveOut()
        let handle = try #require(UserHandle([1]))
        try await resident.house.storage.withTransaction { transaction in
            let user = User(id: resident.user.id, connection: "people", handle: handle, createdAt: .now())
            try transaction.users.insert(user)
        }
        #expect(await code { try await resident.finish(answer) } == "sign-in.account-unknown")
    }

    @Test("an answer belongs to its person")
    func otherPerson() async throws {
        let house = try House()
        let resident = try await Resident.movedIn(at: house)
        let neighbour = try await Resident.movedIn(at: house, address: "neighbour@example.org")
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        #expect(await code { try await neighbour.finish(answer) } == "sign-in.ceremony.belongs-elsewhere")
        #expect(await code { try await resident.finish(answer) } == "done")
    }

    @Test("an answer belongs to its client and host", arguments: [true, false])
    func elsewhere(_ isOtherHost: Bool) async throws {
        let resident = try await Resident.movedIn(at: try House.withTwoHosts())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        let client = try resident.house.client("other")
        let other = resident.with { if isOtherHost { $0.host = House.otherHost } else { $0.client = client } }
        #expect(await code { try await other.finish(answer) } == "sign-in.ceremony.belongs-elsewhere")
    }

    @Test("an answer after its time is refused")
    func expired() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        resident.house.clock.advance(seconds: 301)
        #expect(await code { try await resident.finish(answer) } == "sign-in.ceremony.expired")
    }

    @Test("an answer whose time ends before it is stored is refused, because it may be forgotten by then")
    func expiredMeanwhile() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        let clock = resident.house.clock
        let storage = DelayedStorage(resident.house.storage) { _ in clock.advance(seconds: 301) }
        let desk = CeremonyDesk(storage: storage, seal: resident.house.desk.seal, now: { clock.now })
        let attempt = {
            try await FinishEnrolment(desk: desk)(answer, of: resident.holder, in: resident.house.directory)
        }
        #expect(await code(attempt) == "sign-in.ceremony.expired")
    }

    @Test("the session of a sign-up or a sign-in enrols nothing", arguments: [true, false])
    func otherPurpose(_ isSignUp: Bool) async throws {
        let house = try House()
        let resident = try await Resident.movedIn(at: house)
        let person = Person(at: house).with { $0.address = "another@example.org" }
        var answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        answer.session =
            isSignUp
            ? try await person.beginSignUp().session
            : try BeginSignIn(desk: house.desk)(try person.request(), in: house.directory).session
        #expect(await code { try await resident.finish(answer) } == "sign-in.ceremony.purpose-mismatch")
    }

    @Test("the session of an enrolment signs nobody in")
    func enrolmentAtSignIn() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        let signIn = FinishSignIn.Answer(session: answer.session, response: answer.response, host: House.host)
        let code = await code { try await Person(at: resident.house).finish(signIn) }
        #expect(code == "sign-in.ceremony.purpose-mismatch")
    }

    @Test("passkeys may have been switched off meanwhile")
    func switchedOff() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        let without = try House { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]]
            }
        }
        let finish = FinishEnrolment(desk: resident.house.desk)
        let code = await code { try await finish(answer, of: resident.holder, in: without.directory) }
        #expect(code == "sign-in.passkeys-disabled")
    }

    @Test("an answer that could not be stored may be given again")
    func storageFails() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        let storage = DelayedStorage(resident.house.storage) { attempt in
            if attempt == 1 { throw StorageError.unavailable(reason: "the disk is full") }
        }
        let finish = FinishEnrolment(desk: CeremonyDesk(storage: storage, seal: resident.house.desk.seal))
        let attempt = { try await finish(answer, of: resident.holder, in: resident.house.directory) }
        #expect(await code(attempt) == "sign-in.storage-unavailable")
        #expect(await code(attempt) == "done")
    }

    // MARK: Spoilt answers

    @Test("each spoilt answer is refused, recorded and used up", arguments: Self.tampers)
    func spoilt(_ tamper: Tamper) async throws {
        let house =
            tamper.need(in: .registration) == .userVerificationRequired ? try House.requiringVerification() : nil
        let resident = try await Resident.movedIn(at: house ?? House()).with { $0.tamper = tamper }
        if tamper.need(in: .registration) == .signedAttestation { return try await spoiltAttestation(resident) }
        try await refused(resident, SoftwareAuthenticator(profile: Self.profile(tamper)))
    }

    @Test("what spoilt answers are made from is accepted", arguments: Self.tampers)
    func unspoilt(_ tamper: Tamper) async throws {
        let resident = try await Resident.movedIn(at: try House())
        let device = SoftwareAuthenticator(profile: Self.profile(tamper))
        #expect(await code { try await resident.enrol(with: device) } == "done")
    }

    private func spoiltAttestation(_ resident: Resident) async throws {
        let attesting = resident.with { $0.settings.attestation = .always }
        try await refused(attesting, SoftwareAuthenticator(profile: .securityKey))
    }

    private func refused(_ resident: Resident, _ device: SoftwareAuthenticator) async throws {
        let answer = try resident.answer(try await resident.begin(), with: device)
        let refusal = await code { try await resident.finish(answer) }
        #expect(refusal.hasPrefix("registration."))
        let events = try await resident.events(.registrationRefused)
        #expect(events.map { $0.details["code"]?.stringValue } == [refusal])
        #expect(events.first?.address == "192.0.2.1")
        #expect(try await resident.passkeys().count == 1)
        #expect(try await resident.house.isUsedUp(answer.session))
    }

    /// All but one that only some challenges can be spoilt by.
    static let tampers = Tamper.allCases.filter {
        $0.ceremonies.contains(.registration) && $0.verdict == .refused && $0 != .challengeStandardAlphabet
    }

    private static func profile(_ tamper: Tamper) -> AuthenticatorProfile {
        switch tamper.need(in: .registration) {
        case .rsaKey: .windowsHello
        case .edwardsKey: .securityKey.with { $0.algorithms = [.edDSA] }
        default: .iCloudKeychain
        }
    }
}

extension House {
    static let otherHost = "id.login.example.org"

    /// A house with another host that has the same relying party.
    static func withTwoHosts() throws -> House {
        try House { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .customDomain, id: otherHost,
                    json: ["domain": .string(otherHost), "relying_party_identifier": "login.example.org"]))
        }
    }

    /// Whether the ceremony of a session was taken.
    func isUsedUp(_ session: String) async throws -> Bool {
        let id = try desk.seal.open(session).id
        return try await storage.read { try $0.oneTime.isTaken(id) }
    }
}
