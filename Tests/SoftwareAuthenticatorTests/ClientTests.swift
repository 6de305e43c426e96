// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WireFormats

@Suite struct ClientTests {
    @Test(arguments: ["publicKey", "authn_params_public_key"])
    func `options may be wrapped in a member`(name: String) throws {
        let authenticator = SoftwareAuthenticator()
        _ = try authenticator.register(Self.wrap(Options.creation(), in: name))
        #expect(try authenticator.signIn(Self.wrap(Options.request(), in: name)).clientDataJSON.isEmpty == false)
    }

    @Test(arguments: [
        ("", "not JSON"), ("{}", "missing"), (#"{"challenge":"A"}"#, "missing"),
    ])
    func `malformed options are rejected`(text: String, reason: String) {
        #expect {
            try SoftwareAuthenticator().register(Array(text.utf8))
        } throws: { error in
            guard case .optionsMalformed(let place)? = error as? AuthenticatorFailure else { return false }
            return place.contains(reason) || place.contains("JSON")
        }
    }

    @Test func `the failure names a challenge that is not base64url`() {
        #expect(throws: AuthenticatorFailure.optionsMalformed("challenge: not base64url")) {
            try SoftwareAuthenticator().signIn(Array(#"{"challenge":"a+b="}"#.utf8))
        }
    }

    @Test(arguments: ["https://example.com", "https://login.example.com", "https://a.b.example.com:8443"])
    func `an origin may use its own domain and its parents`(origin: String) throws {
        let response = try SoftwareAuthenticator().create(optionsJSON: Options.creation(), origin: origin)
        #expect(try ParsedResponse(response).clientData["origin"]?.stringValue == origin)
    }

    @Test(arguments: [
        "https://example.org", "https://notexample.com", "https://com", "http://example.com", "example.com",
        "https://example.com/", "https://", "",
    ])
    func `an origin may not use another domain`(origin: String) {
        #expect(throws: AuthenticatorFailure.originMismatch(relyingPartyID: "example.com", origin: origin)) {
            try SoftwareAuthenticator().create(optionsJSON: Options.creation(), origin: origin)
        }
    }

    @Test func `a relying party id without a dot is valid for its own host only`() throws {
        let options = Array(#"{"challenge":"AAAA","rpId":"com"}"#.utf8)
        #expect(throws: AuthenticatorFailure.originMismatch(relyingPartyID: "com", origin: Options.origin)) {
            try SoftwareAuthenticator().signIn(options)
        }
    }

    @Test(arguments: ["http://localhost:8080", "https://localhost"])
    func `localhost may use HTTP`(origin: String) throws {
        let options = String(decoding: Options.creation(), as: UTF8.self).replacing("example.com", with: "localhost")
        let response = try SoftwareAuthenticator().create(optionsJSON: Array(options.utf8), origin: origin)
        #expect(try ParsedResponse(response).clientData["origin"]?.stringValue == origin)
    }

    @Test func `the relying party id defaults to the origin's host`() throws {
        let options = String(decoding: Options.creation(), as: UTF8.self).replacing(#""id":"example.com","#, with: "")
        let authenticator = SoftwareAuthenticator()
        _ = try authenticator.create(optionsJSON: Array(options.utf8), origin: "https://login.example.com:8443")
        #expect(authenticator.credentials.map(\.relyingPartyID) == ["login.example.com"])
    }

    @Test func `an app may use any relying party and writes no crossOrigin`() throws {
        let origin = "android:apk-key-hash:AAAA"
        let response = try SoftwareAuthenticator().create(
            optionsJSON: Options.creation(), origin: origin, settings: .with { $0.client = .native })
        let clientData = try ParsedResponse(response).clientData
        #expect(clientData["origin"]?.stringValue == origin)
        #expect(clientData["crossOrigin"] == nil)
    }

    @Test func `a frame names the top origin`() throws {
        let clientData = try SoftwareAuthenticator().register(
            Options.creation(),
            settings: .with {
                $0.crossOrigin = true
                $0.topOrigin = "https://top.example"
            }
        ).clientData
        #expect(clientData["crossOrigin"]?.boolValue == true)
        #expect(clientData["topOrigin"]?.stringValue == "https://top.example")
    }

    @Test func `an authenticator with another attachment is not eligible`() {
        let more = #","authenticatorSelection":{"authenticatorAttachment":"cross-platform"}"#
        #expect(throws: AuthenticatorFailure.notEligible) {
            try SoftwareAuthenticator().register(Options.creation(more: more))
        }
    }

    @Test(arguments: [("none", "none"), ("indirect", "packed"), ("direct", "packed"), ("enterprise", "packed")])
    func `attestation is given if it is requested`(asked: String, format: String) throws {
        let authenticator = SoftwareAuthenticator(profile: .securityKey)
        #expect(try authenticator.register(Options.creation(attestation: asked)).attestation.format == format)
    }

    @Test(arguments: [("direct", "none"), ("enterprise", "packed")])
    func `a managed device attests to its enterprise only`(asked: String, format: String) throws {
        let authenticator = SoftwareAuthenticator(profile: .enterprisePacked)
        #expect(try authenticator.register(Options.creation(attestation: asked)).attestation.format == format)
    }

    @Test func `security keys skip discouraged verification and platforms don't`() throws {
        let more = #","authenticatorSelection":{"userVerification":"discouraged"}"#
        let key = try SoftwareAuthenticator(profile: .securityKey).register(Options.creation(more: more))
        let platform = try SoftwareAuthenticator().register(Options.creation(more: more))
        #expect(key.flags & 0x04 == 0)
        #expect(platform.flags & 0x04 == 0x04)
    }

    @Test func `credentials can be removed and renamed`() throws {
        let authenticator = SoftwareAuthenticator(profile: .securityKey)
        let first = try authenticator.register(Options.creation()).id
        let second = try authenticator.register(Options.creation()).id
        let handle = try #require(Base64URL.decode(Options.user))
        authenticator.rename(relyingPartyID: "example.com", userHandle: handle, to: "bea")
        #expect(authenticator.credentials.map(\.userName) == ["bea", "bea"])
        authenticator.keepOnly([second], relyingPartyID: "example.com", userHandle: handle)
        #expect(authenticator.credentials.map(\.id) == [second])
        #expect(authenticator.remove(first) == false)
        #expect(authenticator.remove(second))
        #expect(authenticator.credentials.isEmpty)
    }

    private static func wrap(_ options: [UInt8], in name: String) -> [UInt8] {
        Array(#"{"auth_session":"x","\#(name)":"#.utf8) + options + Array("}".utf8)
    }
}
