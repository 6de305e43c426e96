// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages
import WireFormats

@Suite("Responses")
struct ResponseTests {
    @Test("a registration is read, and what it does not need is passed over")
    func registration() throws {
        let response = try RegistrationResponse(json: json(Self.registrationJSON))
        #expect(response.credentialID == CredentialID([1, 2, 3]))
        #expect(response.clientDataJSON == [4])
        #expect(response.attestationObject == [5])
        #expect(response.transports == [.usb, AuthenticatorTransport(rawValue: "telepathy")])
        #expect(response.attachment == .platform)
    }

    @Test("an authentication is read, and what it does not need is passed over")
    func authentication() throws {
        let response = try AuthenticationResponse(json: json(Self.authenticationJSON))
        #expect(response.credentialID == CredentialID([1, 2, 3]))
        #expect(response.authenticatorData == [6])
        #expect(response.signature == [7])
        #expect(response.userHandle == UserHandle([8]))
    }

    @Test(
        "members that clients leave out or set to null may be missing",
        arguments: [
            "rawId", "authenticatorAttachment", "clientExtensionResults",
        ], [JSONValue?.none, .null])
    func optional(_ name: String, _ value: JSONValue?) throws {
        _ = try RegistrationResponse(json: json(Self.registrationJSON) { $0[name] = value })
        _ = try AuthenticationResponse(json: json(Self.authenticationJSON) { $0[name] = value })
    }

    @Test("a user handle that is absent, null or empty is none", arguments: [JSONValue?.none, .null, ""])
    func noUserHandle(_ value: JSONValue?) throws {
        let bytes = try json(Self.authenticationJSON, response: { $0["userHandle"] = value })
        #expect(try AuthenticationResponse(json: bytes).userHandle == nil)
    }

    @Test("a user handle of 64 bytes is read, and one more is refused")
    func longUserHandle() throws {
        func bytes(_ count: Int) throws -> [UInt8] {
            let handle = Base64URL.encode([UInt8](repeating: 1, count: count))
            return try json(Self.authenticationJSON, response: { $0["userHandle"] = .string(handle) })
        }
        #expect(try AuthenticationResponse(json: bytes(64)).userHandle?.bytes.count == 64)
        #expect(throws: ResponseMalformation.userHandleTooLong(65)) { try AuthenticationResponse(json: bytes(65)) }
    }

    @Test("transports have to be a list of words", arguments: [JSONValue.string("usb"), [7], ["usb", .null]])
    func badTransports(_ value: JSONValue) throws {
        let bytes = try json(Self.registrationJSON, response: { $0["transports"] = value })
        #expect(throws: ResponseMalformation.memberOfWrongType("transports")) { try RegistrationResponse(json: bytes) }
    }

    @Test("an attachment has to be a word")
    func badAttachment() throws {
        let bytes = try json(Self.registrationJSON) { $0["authenticatorAttachment"] = 7 }
        #expect(throws: ResponseMalformation.memberOfWrongType("authenticatorAttachment")) {
            try RegistrationResponse(json: bytes)
        }
    }

    @Test("padding is accepted where it is complete", arguments: ["BA==", "BAQ="])
    func padding(_ text: String) throws {
        let bytes = try json(Self.registrationJSON, response: { $0["clientDataJSON"] = .string(text) })
        #expect(try RegistrationResponse(json: bytes).clientDataJSON.allSatisfy { $0 == 4 })
    }

    @Test(
        "padding that is not complete, or stands alone, is refused", arguments: ["BA=", "BAQ==", "====", "=", "B=A="])
    func badPadding(_ text: String) throws {
        let bytes = try json(Self.registrationJSON, response: { $0["clientDataJSON"] = .string(text) })
        #expect(throws: ResponseMalformation.memberNotBase64URL("clientDataJSON")) {
            try RegistrationResponse(json: bytes)
        }
    }

    @Test("a response that is no object is refused", arguments: ["[]", "7", "null", "\"\""])
    func notAnObject(_ text: String) {
        #expect(throws: ResponseMalformation.notAnObject) { try RegistrationResponse(json: Array(text.utf8)) }
    }

    @Test("the secrets of prf do not outlive the reading")
    func prf() throws {
        let bytes = try json(Self.authenticationJSON) {
            $0["clientExtensionResults"] = ["prf": ["enabled": true, "results": ["first": "c2VjcmV0"]]]
        }
        let outputs = try AuthenticationResponse(json: bytes).extensionOutputs
        #expect(outputs.isPRFEnabled == true)
        #expect(!"\(outputs)".contains("115, 101, 99"))
    }

    @Test("a challenge prints as a redaction")
    func redaction() {
        let challenge = Challenge(uncheckedBytes: Array("secret".utf8))
        #expect("\(challenge) \(String(reflecting: challenge))" == "Challenge(redacted) Challenge(redacted)")
    }

    @Test("a challenge of fewer than 16 bytes is not made")
    func shortChallenge() {
        #expect(Challenge([UInt8](repeating: 0, count: 15)) == nil)
        #expect(Challenge([UInt8](repeating: 0, count: 16)) != nil)
    }

    private static let registrationJSON = """
        {"id":"AQID","rawId":"AQID","type":"public-key","authenticatorAttachment":"platform","extra":[],
         "clientExtensionResults":{},"response":{"clientDataJSON":"BA","attestationObject":"BQ","publicKey":7,
         "transports":["usb","telepathy"]}}
        """

    private static let authenticationJSON = """
        {"id":"AQID","rawId":"AQID","type":"public-key","authenticatorAttachment":"platform",
         "clientExtensionResults":{},"response":{"clientDataJSON":"BA","authenticatorData":"Bg","signature":"Bw",
         "userHandle":"CA"}}
        """

    private func json(
        _ text: String, _ edit: (inout JSONObject) -> Void = { _ in },
        response editResponse: (inout JSONObject) -> Void = { _ in }
    ) throws -> [UInt8] {
        var object = try #require(try JSONReader.read(Array(text.utf8)).objectValue)
        var response = try #require(object["response"]?.objectValue)
        editResponse(&response)
        object["response"] = .object(response)
        edit(&object)
        return JSONValue.object(object).serialized()
    }
}
