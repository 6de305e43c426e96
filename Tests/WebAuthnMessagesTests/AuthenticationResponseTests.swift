// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages
import WireFormats

@Suite struct AuthenticationResponseTests {
    @Test func `a response is parsed member by member`() throws {
        let response = try ResponseExample.authenticate()
        #expect(response.credentialID == CredentialID([1, 2, 3]))
        #expect(response.clientDataJSON == Array("{}".utf8))
        #expect(response.authenticatorData == [4, 5])
        #expect(response.signature == [6, 7])
        #expect(response.userHandle == UserHandle([8, 9, 10]))
        #expect(response.attachment == .crossPlatform)
    }

    @Test(arguments: [JSONValue?.none, .null, ""])
    func `a user handle that is absent, null or empty is nil`(value: JSONValue?) throws {
        #expect(try ResponseExample.authenticate { $0.inner["userHandle"] = value }.userHandle == nil)
    }

    @Test func `a user handle of 64 bytes is accepted`() throws {
        let bytes = [UInt8](repeating: 7, count: 64)
        let response = try ResponseExample.authenticate { $0.inner["userHandle"] = .string(Base64URL.encode(bytes)) }
        #expect(response.userHandle?.bytes == bytes)
    }

    @Test func `a user handle of 65 bytes is rejected`() {
        let text = Base64URL.encode([UInt8](repeating: 7, count: 65))
        #expect(throws: ResponseMalformation.userHandleTooLong(65)) {
            try ResponseExample.authenticate { $0.inner["userHandle"] = .string(text) }
        }
    }

    @Test(arguments: ["clientDataJSON", "authenticatorData", "signature"])
    func `a response without a required inner member is rejected`(name: String) {
        #expect(throws: ResponseMalformation.memberMissing(name)) {
            try ResponseExample.authenticate { $0.inner[name] = nil }
        }
    }

    @Test(arguments: ["clientDataJSON", "authenticatorData", "signature", "userHandle"])
    func `bytes that are not base64url are rejected`(name: String) {
        for text in ["AQ I", "A", "AQJ", "+/+/", "AQI\n", "AQIDé"] {
            #expect(throws: ResponseMalformation.memberNotBase64URL(name)) {
                try ResponseExample.authenticate { $0.inner[name] = .string(text) }
            }
        }
    }

    @Test(arguments: [("AQ==", [UInt8(1)]), ("AQI=", [1, 2]), ("AQ", [1]), ("AQI", [1, 2]), ("AQID", [1, 2, 3])])
    func `complete padding is accepted`(text: String, bytes: [UInt8]) throws {
        #expect(try ResponseExample.authenticate { $0.inner["signature"] = .string(text) }.signature == bytes)
    }

    @Test(arguments: ["AQ=", "AQI==", "AQID=", "AQID==", "AQ===", "=", "==", "A=", "A===", "====", "AQ==AQ=="])
    func `incomplete padding is rejected`(text: String) {
        #expect(throws: ResponseMalformation.memberNotBase64URL("signature")) {
            try ResponseExample.authenticate { $0.inner["signature"] = .string(text) }
        }
    }

    @Test func `different values of id and rawId are rejected`() {
        #expect(throws: ResponseMalformation.identifierMismatch) {
            try ResponseExample.authenticate { $0["rawId"] = "AQIE" }
        }
    }

    @Test func `a credential with a type other than public-key is rejected`() {
        #expect(throws: ResponseMalformation.typeNotPublicKey) {
            try ResponseExample.authenticate { $0["type"] = "password" }
        }
    }
}
