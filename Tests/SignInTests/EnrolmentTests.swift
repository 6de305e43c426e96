// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Enrolling another passkey")
struct EnrolmentTests {
    @Test("somebody enrols another device and signs in with it")
    func enrolAndSignIn() async throws {
        let house = try House()
        let resident = try await Resident.movedIn(at: house)
        let other = Person(at: house, profile: .googlePasswordManager)
        let enrolled = try await resident.enrol(with: other.device)
        #expect(enrolled.user.id == resident.user.id)
        let signedIn = try await other.signIn()
        #expect(signedIn.user.id == resident.user.id)
        #expect(signedIn.passkey.id == enrolled.passkey.id)
    }

    @Test("the passkey and what happened are stored")
    func whatIsStored() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let enrolled = try await resident.enrol()
        let stored = try #require(try await resident.passkeys().last)
        #expect(stored == enrolled.passkey)
        #expect(stored.origin.userHandle == resident.user.handle)
        #expect(stored.origin.userAgent == "Browser 1")
        #expect(!stored.origin.isCreatedSilently)
        let event = try #require(try await resident.events(.passkeyRegistered).first)
        #expect(event.details["passkey"]?.stringValue == stored.id.rawValue)
        #expect(event.client == "web")
        #expect(event.address == "192.0.2.1")
        #expect(event.reference == "request 1")
    }

    @Test("options are for the account's own handle and names, and exclude nothing")
    func options() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let options = try await resident.begin().options
        #expect(options.user.id == resident.user.handle)
        #expect(options.user.name == "somebody@example.org")
        #expect(options.user.displayName == "Somebody")
        #expect(options.relyingPartyName == "Example")
        #expect(options.relyingPartyID == House.host)
        #expect(options.timeout == 300_000)
        #expect(options.excludedCredentials.isEmpty)
    }

    @Test("an account without identifiers is named by its profile")
    func nameless() async throws {
        let resident = try await Resident.movedIn(at: try House())
        try await resident.change(.identifiers([]))
        #expect(try await resident.begin().options.user.name == "Somebody")
    }

    @Test("beginning stores nothing")
    func beginningIsFree() async throws {
        let resident = try await Resident.movedIn(at: try House())
        _ = try await resident.begin()
        #expect(try await resident.passkeys().count == 1)
        #expect(try await resident.events(.passkeyRegistered).count == 1)
    }

    @Test("whoever asks for it gets the account's passkeys excluded, but for those bound to a device")
    func exclusion() async throws {
        let resident = try await Resident.movedIn(at: try House())
        try await resident.keep(1)
        try await resident.keep(2) { $0.isBackupEligible = false }
        try await resident.keep(3, relyingPartyID: "login.brand2.test")
        var wish = EnrolmentWish()
        wish.isExcluding = true
        let excluded = try await resident.begin(wish).options.excludedCredentials
        let first = try #require(try await resident.passkeys().first)
        #expect(excluded.map(\.id) == [first.origin.credentialID, CredentialID([1])])
        #expect(excluded.last?.transports == [.internal])
    }

    @Test("a passkey may be made silently if that was begun, and is then known to be")
    func conditional() async throws {
        let resident = try await Resident.movedIn(at: try House.requiringVerification())
        let silent = resident.with { $0.settings = .with { $0.mediation = .conditional } }
        var wish = EnrolmentWish()
        wish.isConditional = true
        #expect(try await silent.begin(wish).options.userVerification == .preferred)
        let passkey = try await silent.enrol(wish).passkey
        #expect(passkey.origin.isCreatedSilently)
        #expect(!passkey.isUserVerified)
    }

    @Test("a passkey is not made silently unless that was begun")
    func notConditional() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let silent = resident.with { $0.settings = .with { $0.mediation = .conditional } }
        #expect(await code { try await silent.enrol() } == "registration.user-presence-missing")
    }

    @Test("verification of the user is asked for and enforced where it is required")
    func verificationRequired() async throws {
        let resident = try await Resident.movedIn(at: try House.requiringVerification())
        #expect(try await resident.begin().options.userVerification == .required)
        let careless = resident.with { $0.tamper = .uvCleared }
        #expect(await code { try await careless.enrol() } == "registration.user-verification-missing")
    }

    @Test("an answer works once")
    func once() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let answer = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        _ = try await resident.finish(answer)
        #expect(await code { try await resident.finish(answer) } == "sign-in.ceremony.already-taken")
    }

    @Test("of sixteen answers at once one is taken")
    func onceOfMany() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let begun = try await resident.begin()
        let answers = try (0..<16).map { _ in try resident.answer(begun, with: SoftwareAuthenticator()) }
        let codes = await codes { try await resident.finish(answers[$0]) }
        #expect(codes.filter { $0 == "done" }.count == 1)
        #expect(codes.filter { $0 == "sign-in.ceremony.already-taken" }.count == 15)
        #expect(try await resident.passkeys().count == 2)
    }

    @Test("a credential is registered once, and the second answer is used up")
    func registeredTwice() async throws {
        let resident = try await Resident.movedIn(at: try House())
        let begun = try await resident.begin()
        let answer = try resident.answer(begun, with: SoftwareAuthenticator())
        let id = try RegistrationResponse(json: answer.response).credentialID
        try await resident.register(id)
        #expect(await code { try await resident.finish(answer) } == "registration.credential-already-registered")
        #expect(await code { try await resident.finish(answer) } == "sign-in.ceremony.already-taken")
    }

    @Test("an account has twenty passkeys and no more")
    func limit() async throws {
        let resident = try await Resident.movedIn(at: try House())
        for number in 1..<UInt8(PasskeyManagement.limit - 1) { try await resident.keep(number) }
        let late = try resident.answer(try await resident.begin(), with: SoftwareAuthenticator())
        try await resident.enrol()
        #expect(await code { try await resident.begin() } == "sign-in.too-many-passkeys")
        #expect(await code { try await resident.finish(late) } == "sign-in.too-many-passkeys")
        #expect(try await resident.passkeys().count == 20)
    }
}

extension House {
    static func requiringVerification() throws -> House {
        try House { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["thumbturn"] = ["user_verification": "required"]
            }
        }
    }
}

extension Resident {
    fileprivate func enrol(_ wish: EnrolmentWish) async throws -> Enrolled {
        try await enrol(with: SoftwareAuthenticator(), wish)
    }

    /// Puts a credential on record.
    fileprivate func register(_ id: CredentialID) async throws {
        let origin = Passkey.Origin(
            credentialID: id, publicKey: [1], relyingPartyID: House.host, userHandle: user.handle, aaguid: .zero,
            transports: [], attachment: nil, isBackupEligible: false, isCreatedSilently: false,
            attestationFormat: .none, userAgent: nil, createdAt: house.clock.now)
        let passkey = Passkey(stored: PasskeyID(rawValue: "passkey|dev_x"), owner: user.id, origin: origin)
        try await house.storage.withTransaction { try $0.passkeys.insert(passkey) }
    }
}
