// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SignIn
import Testing
import WebAuthnMessages
import WireFormats

struct CeremonySealTests {
    private let seal = CeremonySeal(key: .generate())

    @Test(arguments: [0, 1, 2, 3])
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
        for position in 0..<16 {
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

    private static func purposes() throws -> [Ceremony.Purpose] {
        let handle = try #require(UserHandle([1, 2, 3]))
        var profile = User.Profile()
        profile.name = "Jürgen"
        profile.picture = "https://example.org/p.png"
        let identifier = Identifier(kind: .email, value: "A@example.org", normalized: "a@example.org")
        return [
            .signIn,
            .enrollment(UserID(rawValue: "auth0|1"), handle, isConditional: true),
            .invitation(
                Invitation(
                    id: [4, 5, 6], user: UserID(rawValue: "auth0|1"), host: "login.example.org",
                    expiresAt: Timestamp(secondsSince1970: 1_800_000_600)),
                handle),
            .signUp(
                SignUpDraft(
                    handle: handle, identifiers: [identifier], profile: profile, metadata: ["plan": "free"])),
        ]
    }

    private static func ceremony(_ purpose: Ceremony.Purpose) throws -> Ceremony {
        Ceremony(
            purpose: purpose,
            binding: CeremonyBinding(
                client: "a-client", host: "login.example.org", relyingPartyID: "example.org", connection: "people",
                organization: "org_1"),
            secrets: CeremonySecrets(
                id: Randomness.bytes(16), challenge: Challenge(uncheckedBytes: Randomness.bytes(32))),
            userVerification: .preferred, expiresAt: Timestamp(secondsSince1970: 1_800_000_000))
    }
}
