// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SignIn
import Testing
import WebAuthnMessages
import WireFormats

struct CeremonySealTests {
    private static let context = Array("thumbturn ceremony 2".utf8)

    private let key: AEADKey
    private let seal: CeremonySeal

    init() {
        key = .generate()
        seal = CeremonySeal(key: key)
    }

    @Test(arguments: 0..<6)
    func `a sealed ceremony opens unchanged`(_ index: Int) throws {
        let ceremony = try Self.ceremony(try Self.purposes()[index])
        #expect(try seal.open(seal.seal(ceremony)) == ceremony)
    }

    @Test func `sealing the same ceremony twice gives different text`() throws {
        let ceremony = try Self.ceremony(.signIn)
        #expect(seal.seal(ceremony) != seal.seal(ceremony))
    }

    @Test func `every byte of the salt is random`() throws {
        let ceremony = try Self.ceremony(.signIn)
        let seals = try (0..<32).map { _ in try #require(Base64URL.decode(seal.seal(ceremony))) }
        for position in 0..<12 {
            #expect(Set(seals.map { $0[position] }).count > 1)
        }
    }

    @Test func `a seal made with another key does not open`() throws {
        let text = CeremonySeal(key: .generate()).seal(try Self.ceremony(.signIn))
        #expect(throws: CeremonyRejection.notSealedHere) { try seal.open(text) }
    }

    @Test func `a seal with any byte changed does not open`() throws {
        let bytes = try #require(Base64URL.decode(seal.seal(try Self.ceremony(.signIn))))
        for index in bytes.indices {
            var other = bytes
            other[index] ^= 1
            #expect(throws: CeremonyRejection.notSealedHere) { try seal.open(Base64URL.encode(other)) }
        }
    }

    @Test(arguments: ["", "A", "AAAA", "not base64url!", String(repeating: "A", count: 64)])
    func `text that is not a seal does not open`(_ text: String) {
        #expect(throws: CeremonyRejection.notSealedHere) { try seal.open(text) }
    }

    @Test func `a ceremony without an organization opens unchanged`() throws {
        let ceremony = try Self.ceremony(.signIn, organization: nil)
        #expect(try seal.open(seal.seal(ceremony)) == ceremony)
    }

    @Test(arguments: 0..<6)
    func `sealed contents that end early or go on do not open`(_ index: Int) throws {
        let text = seal.seal(try Self.ceremony(try Self.purposes()[index]))
        let contents = try contents(of: text)
        #expect(try seal.open(sealed(contents)) == seal.open(text))
        for count in contents.indices {
            #expect(throws: CeremonyRejection.notSealedHere) {
                try seal.open(sealed(Array(contents.prefix(count))))
            }
        }
        #expect(throws: CeremonyRejection.notSealedHere) { try seal.open(sealed(contents + [0])) }
    }

    @Test func `sealed contents of an unknown purpose do not open`() throws {
        let text = seal.seal(try Self.ceremony(.signIn))
        var contents = try contents(of: text)
        contents[0] = 5
        #expect(throws: CeremonyRejection.notSealedHere) { try seal.open(sealed(contents)) }
    }

    @Test(arguments: [(4, 1), (5, 6)] as [(Int, UInt8)])
    func `a sign-up that awaits identifiers is sealed as another purpose`(index: Int, purpose: UInt8) throws {
        let text = seal.seal(try Self.ceremony(try Self.purposes()[index]))
        #expect(try contents(of: text).first == purpose)
    }

    @Test func `a seal of the first form does not open`() throws {
        let contents: JSONValue = [
            "i": "AAAA", "c": "a-client", "h": "login.example.org", "r": "example.org", "n": "people", "x": "AAAA",
            "v": "preferred", "e": 1_800_000_000, "p": "signin",
        ]
        let text = Base64URL.encode(
            key.sealApart(contents.serialized(), authenticating: Array("thumbturn ceremony 1".utf8)))
        #expect(throws: CeremonyRejection.notSealedHere) { try seal.open(text) }
    }

    private func contents(of text: String) throws -> [UInt8] {
        let sealed = try #require(Base64URL.decode(text))
        return try #require(key.openApart(sealed, authenticating: Self.context))
    }

    private func sealed(_ contents: [UInt8]) -> String {
        Base64URL.encode(key.sealApart(contents, authenticating: Self.context))
    }

    private static func purposes() throws -> [Ceremony.Purpose] {
        let handle = try #require(UserHandle([1, 2, 3]))
        var profile = User.Profile()
        profile.name = "Jürgen"
        profile.picture = "https://example.org/p.png"
        let identifier = Identifier(kind: .email, value: "A@example.org", normalized: "a@example.org")
        let draft = SignUpDraft(
            handle: handle, identifiers: [identifier], profile: profile, metadata: ["plan": "free"])
        var awaiting = SignUpDraft(handle: handle, identifiers: [], profile: User.Profile(), metadata: [:])
        awaiting.awaitsIdentifiers = true
        return [
            .signIn,
            .enrollment(UserID(rawValue: "auth0|1"), handle, isConditional: true),
            .enrollment(UserID(rawValue: "auth0|1"), handle, isConditional: false),
            .invitation(
                Invitation(
                    id: [4, 5, 6], user: UserID(rawValue: "auth0|1"), host: "login.example.org",
                    expiresAt: Timestamp(secondsSince1970: 1_800_000_600)),
                handle),
            .signUp(draft), .signUp(awaiting),
        ]
    }

    private static func ceremony(
        _ purpose: Ceremony.Purpose, organization: String? = "org_1"
    ) throws -> Ceremony {
        Ceremony(
            purpose: purpose,
            binding: CeremonyBinding(
                client: "a-client", host: "login.example.org", relyingPartyID: "example.org", connection: "people",
                organization: organization),
            secrets: CeremonySecrets(
                id: Randomness.bytes(16), challenge: Challenge(uncheckedBytes: Randomness.bytes(32))),
            userVerification: .preferred, expiresAt: Timestamp(secondsSince1970: 1_800_000_000))
    }
}
