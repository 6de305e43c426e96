// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct ExtensionTests {
    @Test func `unknown extensions have no results`() throws {
        let authenticator = SoftwareAuthenticator()
        let more = #","extensions":{"example":{"a":[1]}}"#
        #expect(try authenticator.register(Options.creation(more: more)).extensions?.objectValue?.isEmpty == true)
        #expect(try authenticator.signIn(Options.request()).extensions?.objectValue?.isEmpty == true)
    }

    @Test func `credProps says whether the credential is discoverable`() throws {
        let key = SoftwareAuthenticator(profile: .securityKey)
        let asked = #","extensions":{"credProps":true}"#
        let required = asked + #","authenticatorSelection":{"residentKey":"required"}"#
        #expect(try key.register(Options.creation(more: asked)).extensions?["credProps"]?["rk"]?.boolValue == false)
        #expect(try key.register(Options.creation(more: required)).extensions?["credProps"]?["rk"]?.boolValue == true)
    }

    @Test func `each salt gives its own secret, the same each time`() throws {
        let authenticator = SoftwareAuthenticator()
        let created = try authenticator.register(Options.creation(more: Self.prf(first: "AAAA")))
        #expect(created.extensions?["prf"]?["enabled"]?.boolValue == true)
        let first = try #require(created.extensions?["prf"]?["results"]?["first"]?.stringValue)
        let again = try authenticator.signIn(Options.request(more: Self.prf(first: "BBBB", second: "AAAA")))
        #expect(again.extensions?["prf"]?["results"]?["second"]?.stringValue == first)
        #expect(again.extensions?["prf"]?["results"]?["first"]?.stringValue != first)
        #expect(Base64URL.decode(first)?.count == 32)
    }

    @Test func `the secret is HMAC over the hashed salt with the credential's own key`() throws {
        let authenticator = SoftwareAuthenticator()
        let created = try authenticator.register(Options.creation(more: Self.prf(first: "AAAA")))
        let vault = try JSONReader.read(try authenticator.vault())
        let text = try #require(vault["credentials"]?.arrayValue?.first?["prfSecret"]?.stringValue)
        let secret = try #require(Base64.decode(text))
        let salt = DigestAlgorithm.sha256.hash(Array("WebAuthn PRF".utf8) + [0] + [0, 0, 0])
        let expected = HMAC.authenticationCode(for: salt, key: secret, .sha256)
        #expect(created.extensions?["prf"]?["results"]?["first"]?.stringValue == Base64URL.encode(expected))
    }

    @Test func `salts can be given for each credential`() throws {
        let authenticator = SoftwareAuthenticator()
        let id = Base64URL.encode(try authenticator.register(Options.creation()).id)
        let other = try authenticator.signIn(Options.request(more: Self.prf(first: "AAAA")))
        let own = try authenticator.signIn(
            Options.request(
                more: #","extensions":{"prf":{"eval":{"first":"BBBB"},"evalByCredential":{"\#(id)":{"first":"AAAA"}}}}"#
            ))
        #expect(own.extensions?["prf"] == other.extensions?["prf"])
    }

    @Test func `a security key includes hmac-secret in its signed data`() throws {
        let key = SoftwareAuthenticator(profile: .securityKey)
        let response = try key.register(Options.creation(more: Self.prf(first: "AAAA")))
        #expect(response.flags & 0x80 != 0)
        #expect(try response.authenticatorExtensions["hmac-secret"]?.boolValue == true)
    }

    @Test func `a large blob is written and read back`() throws {
        let authenticator = SoftwareAuthenticator()
        let created = try authenticator.register(
            Options.creation(more: #","extensions":{"largeBlob":{"support":"required"}}"#))
        #expect(created.extensions?["largeBlob"]?["supported"]?.boolValue == true)
        let written = try authenticator.signIn(
            Options.request(more: #","extensions":{"largeBlob":{"write":"AQIDBA"}}"#))
        #expect(written.extensions?["largeBlob"]?["written"]?.boolValue == true)
        let read = try authenticator.signIn(Options.request(more: #","extensions":{"largeBlob":{"read":true}}"#))
        #expect(read.extensions?["largeBlob"]?["blob"]?.stringValue == "AQIDBA")
    }

    @Test func `a credential without large blob support stores none`() throws {
        let authenticator = SoftwareAuthenticator()
        _ = try authenticator.register(Options.creation())
        let written = try authenticator.signIn(
            Options.request(more: #","extensions":{"largeBlob":{"write":"AQIDBA"}}"#))
        #expect(written.extensions?["largeBlob"]?["written"]?.boolValue == false)
    }

    @Test func `credProtect is signed and requires user verification`() throws {
        let key = SoftwareAuthenticator(profile: .securityKey)
        let created = try key.register(
            Options.creation(more: #","extensions":{"credentialProtectionPolicy":"userVerificationRequired"}"#))
        #expect(try created.authenticatorExtensions["credProtect"]?.intValue == 3)
        let request = Options.request(allow: [try created.id])
        #expect(throws: AuthenticatorFailure.noCredential) {
            try key.signIn(request, settings: .with { $0.userVerified = false })
        }
        #expect(try key.signIn(request).id == created.id)
    }

    @Test func `an appid replaces the relying party id for old credentials`() throws {
        let key = SoftwareAuthenticator(profile: .securityKey)
        let id = try key.register(Options.creation()).id
        let request = Options.request(allow: [id], more: #","extensions":{"appid":"https://example.com/u2f.json"}"#)
        let old = try key.signIn(request, settings: .with { $0.usesAppID = true })
        let appID = DigestAlgorithm.sha256.hash(Array("https://example.com/u2f.json".utf8))
        #expect(Array(old.authenticatorData.prefix(32)) == appID)
        #expect(old.extensions?["appid"]?.boolValue == true)
        #expect(try key.signIn(request).extensions?["appid"]?.boolValue == false)
    }

    @Test func `appidExclude is acknowledged`() throws {
        let more = #","extensions":{"appidExclude":"https://example.com/u2f.json"}"#
        let response = try SoftwareAuthenticator().register(Options.creation(more: more))
        #expect(response.extensions?["appidExclude"]?.boolValue == true)
    }

    private static func prf(first: String, second: String? = nil) -> String {
        let second = second.map { #","second":"\#($0)""# } ?? ""
        return #","extensions":{"prf":{"eval":{"first":"\#(first)"\#(second)}}}"#
    }
}
