// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct CeremonyTests {
    @Test func `a registration carries the challenge, the origin and the type`() throws {
        let clientData = try SoftwareAuthenticator().register(Options.creation()).clientData
        #expect(clientData["type"]?.stringValue == "webauthn.create")
        #expect(clientData["challenge"]?.stringValue == Options.challenge)
        #expect(clientData["origin"]?.stringValue == Options.origin)
        #expect(clientData["crossOrigin"]?.boolValue == false)
    }

    @Test func `the signed data name the relying party, the authenticator and the credential`() throws {
        let response = try SoftwareAuthenticator().register(Options.creation())
        #expect(Array(response.authenticatorData.prefix(32)) == DigestAlgorithm.sha256.hash(Array("example.com".utf8)))
        #expect(response.flags == 0x5d)
        #expect(
            response.aaguid == [
                0xfb, 0xfc, 0x30, 0x07, 0x15, 0x4e, 0x4e, 0xcc, 0x8c, 0x0b, 0x6e, 0x02, 0x05, 0x57, 0xd7, 0xbd,
            ])
        #expect(try response.id == response.attestedID)
        #expect(try response.coseKey.rest.isEmpty)
    }

    @Test func `the redundant members agree with the signed ones`() throws {
        let response = try SoftwareAuthenticator().register(Options.creation())
        #expect(try response.bytes("authenticatorData") == response.authenticatorData)
        #expect(response.json["response"]?["publicKeyAlgorithm"]?.intValue == -7)
        let key = try PublicKey(subjectPublicKeyInfo: response.bytes("publicKey"))
        #expect(try key.ellipticPoint?.x == response.coseKey.key[-2]?.bytesValue)
    }

    @Test(arguments: [-7, -8, -35, -36, -37, -38, -39, -47, -53, -257, -258, -259])
    func `every algorithm signs assertions that its registered key accepts`(algorithm: Int) throws {
        let profile = AuthenticatorProfile.iCloudKeychain.with { $0.algorithms = [KeyAlgorithm(rawValue: algorithm)] }
        let authenticator = SoftwareAuthenticator(profile: profile)
        let registration = try authenticator.register(Options.creation(algorithms: [algorithm]))
        #expect(try registration.coseKey.key[3]?.intValue == algorithm)
        let key = try PublicKey(subjectPublicKeyInfo: registration.bytes("publicKey"))
        let response = try authenticator.signIn(Options.request())
        #expect(
            key.isValid(
                signature: try response.bytes("signature"), for: response.authenticatorData + response.clientDataHash,
                scheme: Self.scheme(algorithm)))
    }

    @Test func `an excluded credential is not created again`() throws {
        let authenticator = SoftwareAuthenticator()
        let id = Base64URL.encode(try authenticator.register(Options.creation()).id)
        let exclusion = #","excludeCredentials":[{"type":"public-key","id":"\#(id)"}]"#
        #expect(throws: AuthenticatorFailure.excluded) { try authenticator.register(Options.creation(more: exclusion)) }
    }

    @Test func `only allowed credentials sign in`() throws {
        let authenticator = SoftwareAuthenticator(profile: .securityKey)
        let first = try authenticator.register(Options.creation()).id
        let second = try authenticator.register(Options.creation()).id
        #expect(try authenticator.signIn(Options.request(allow: [second])).id == second)
        #expect(try authenticator.signIn(Options.request(allow: [first])).id == first)
        #expect(throws: AuthenticatorFailure.noCredential) {
            try authenticator.signIn(Options.request(allow: [[1, 2, 3]]))
        }
    }

    @Test func `a credential that is not discoverable must be listed and hides its user`() throws {
        let authenticator = SoftwareAuthenticator(profile: .securityKey)
        let id = try authenticator.register(Options.creation()).id
        #expect(throws: AuthenticatorFailure.noCredential) { try authenticator.signIn(Options.request()) }
        let response = try authenticator.signIn(Options.request(allow: [id]))
        #expect(response.json["response"]?["userHandle"] == nil)
    }

    @Test func `a discoverable credential names its user`() throws {
        let authenticator = SoftwareAuthenticator()
        _ = try authenticator.register(Options.creation())
        let response = try authenticator.signIn(Options.request())
        #expect(response.json["response"]?["userHandle"]?.stringValue == Options.user)
    }

    @Test func `the person chooses among several accounts`() throws {
        let authenticator = SoftwareAuthenticator()
        let first = try authenticator.register(Options.creation(user: "AAAA")).id
        let second = try authenticator.register(Options.creation(user: "BBBB")).id
        #expect(try authenticator.signIn(Options.request()).id == second)
        #expect(
            try authenticator.signIn(Options.request(), settings: .with { $0.chosenCredentialID = first }).id == first)
    }

    @Test func `a second registration of an account replaces the first if the platform does that`() throws {
        let apple = SoftwareAuthenticator(profile: .iCloudKeychain)
        let key = SoftwareAuthenticator(profile: .securityKey)
        for authenticator in [apple, key] {
            _ = try authenticator.register(Options.creation())
            _ = try authenticator.register(Options.creation())
        }
        #expect(apple.credentials.count == 1)
        #expect(key.credentials.count == 2)
    }

    @Test func `a counter starts at one and grows, or stays zero`() throws {
        let counting = SoftwareAuthenticator(profile: .legacyDeviceBound)
        #expect(try counting.register(Options.creation()).signCount == 1)
        #expect(try counting.signIn(Options.request()).signCount == 2)
        #expect(try counting.signIn(Options.request()).signCount == 3)
        let synchronised = SoftwareAuthenticator(profile: .iCloudKeychain)
        #expect(try synchronised.register(Options.creation()).signCount == 0)
        #expect(try synchronised.signIn(Options.request()).signCount == 0)
    }

    @Test func `concurrent ceremonies make as many credentials and never repeat a counter`() async throws {
        let authenticator = SoftwareAuthenticator(profile: .securityKey.with { $0.isAlwaysDiscoverable = true })
        let id = try authenticator.register(Options.creation()).id
        let counters = try await withThrowingTaskGroup(of: UInt32.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    _ = try authenticator.register(Options.creation(attestation: "direct"))
                    return try authenticator.signIn(Options.request(allow: [id])).signCount
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(authenticator.credentials.count == 65)
        #expect(counters.sorted() == Array(2...65))
    }

    @Test func `a conditional registration signs neither presence nor verification`() throws {
        let response = try SoftwareAuthenticator().register(
            Options.creation(more: #","authenticatorSelection":{"userVerification":"required"}"#),
            settings: .with { $0.mediation = .conditional })
        #expect(response.flags & 0x05 == 0)
    }

    @Test func `required verification fails if the authenticator cannot verify the user`() throws {
        let authenticator = SoftwareAuthenticator()
        #expect(throws: AuthenticatorFailure.userVerificationUnavailable) {
            try authenticator.register(
                Options.creation(more: #","authenticatorSelection":{"userVerification":"required"}"#),
                settings: .with { $0.userVerified = false })
        }
    }

    @Test func `the relying party's order of algorithms decides, except for Windows Hello`() throws {
        let offered = [-7, -257]
        let windows = SoftwareAuthenticator(profile: .windowsHello)
        #expect(try windows.register(Options.creation(algorithms: offered)).coseKey.key[3]?.intValue == -257)
        let key = SoftwareAuthenticator(profile: .securityKey)
        #expect(try key.register(Options.creation(algorithms: [-8, -7])).coseKey.key[3]?.intValue == -8)
        #expect(throws: AuthenticatorFailure.noCommonAlgorithm) {
            try key.register(Options.creation(algorithms: [-259]))
        }
    }

    private static func scheme(_ algorithm: Int) -> SignatureScheme {
        switch algorithm {
        case -7, -47: .ecdsa(.sha256)
        case -35: .ecdsa(.sha384)
        case -36: .ecdsa(.sha512)
        case -37: .rsaPSS(.sha256)
        case -38: .rsaPSS(.sha384)
        case -39: .rsaPSS(.sha512)
        case -257: .rsaPKCS1(.sha256)
        case -258: .rsaPKCS1(.sha384)
        case -259: .rsaPKCS1(.sha512)
        default: .eddsa
        }
    }
}
