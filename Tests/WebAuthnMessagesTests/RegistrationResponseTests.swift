// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages
import WireFormats

@Suite struct RegistrationResponseTests {
    @Test func `a response is parsed member by member`() throws {
        let response = try ResponseExample.register()
        #expect(response.credentialID == CredentialID([1, 2, 3]))
        #expect(response.clientDataJSON == Array("{}".utf8))
        #expect(response.attestationObject == [0xA0])
        #expect(response.attachment == .platform)
        #expect(response.extensionOutputs.isDiscoverable == true)
    }

    @Test func `transports keep their order, and unknown transports are kept`() throws {
        #expect(
            try ResponseExample.register().transports == [.internal, AuthenticatorTransport(rawValue: "by-pigeon")])
    }

    @Test func `unknown members are ignored`() throws {
        let response = try ResponseExample.register {
            $0["toString"] = [1, [:]]
            $0.inner["future"] = ["a": .null]
        }
        #expect(try response == ResponseExample.register())
    }

    @Test(arguments: ["transports", "authenticatorData", "publicKey", "publicKeyAlgorithm"])
    func `an optional inner member may be absent or null`(name: String) throws {
        #expect(try ResponseExample.register { $0.inner[name] = nil }.attestationObject == [0xA0])
        #expect(try ResponseExample.register { $0.inner[name] = .null }.attestationObject == [0xA0])
    }

    @Test(arguments: ["authenticatorAttachment", "clientExtensionResults"])
    func `a member that older clients omit may be absent or null`(name: String) throws {
        #expect(try ResponseExample.register { $0[name] = nil }.credentialID == CredentialID([1, 2, 3]))
        #expect(try ResponseExample.register { $0[name] = .null }.credentialID == CredentialID([1, 2, 3]))
    }

    @Test(arguments: ["id", "rawId", "type", "response"])
    func `a response without a required member is rejected`(name: String) {
        #expect(throws: ResponseMalformation.memberMissing(name)) { try ResponseExample.register { $0[name] = nil } }
        #expect(throws: ResponseMalformation.memberMissing(name)) { try ResponseExample.register { $0[name] = .null } }
    }

    @Test(arguments: ["clientDataJSON", "attestationObject"])
    func `a response without a required inner member is rejected`(name: String) {
        #expect(throws: ResponseMalformation.memberMissing(name)) {
            try ResponseExample.register { $0.inner[name] = nil }
        }
        #expect(throws: ResponseMalformation.memberMissing(name)) {
            try ResponseExample.register { $0.inner[name] = .null }
        }
    }

    @Test(
        arguments: [
            ("id", 1), ("rawId", ["AQID"]), ("response", "e30"), ("authenticatorAttachment", false),
        ] as [(String, JSONValue)])
    func `a member of the wrong type is rejected`(name: String, value: JSONValue) {
        #expect(throws: ResponseMalformation.memberTypeMismatch(name)) {
            try ResponseExample.register { $0[name] = value }
        }
    }

    @Test(arguments: ["clientDataJSON", "attestationObject", "transports"])
    func `an inner member of the wrong type is rejected`(name: String) {
        #expect(throws: ResponseMalformation.memberTypeMismatch(name)) {
            try ResponseExample.register { $0.inner[name] = 1 }
        }
    }

    @Test func `a transport that is not a string is rejected`() {
        #expect(throws: ResponseMalformation.memberTypeMismatch("transports")) {
            try ResponseExample.register { $0.inner["transports"] = ["usb", 1] }
        }
    }

    @Test(arguments: ["webauthn", "Public-Key", "public-key ", ""])
    func `a credential with a type other than public-key is rejected`(type: String) {
        #expect(throws: ResponseMalformation.typeNotPublicKey) {
            try ResponseExample.register { $0["type"] = .string(type) }
        }
    }

    @Test func `different values of id and rawId are rejected`() {
        #expect(throws: ResponseMalformation.identifierMismatch) {
            try ResponseExample.register { $0["rawId"] = "AQIE" }
        }
    }

    @Test func `an empty identifier is rejected`() {
        #expect(throws: ResponseMalformation.memberEmpty("id")) {
            try ResponseExample.register {
                $0["id"] = ""
                $0["rawId"] = ""
            }
        }
    }

    @Test(arguments: [JSONValue.string("none"), .array([]), .bool(true)])
    func `extension results that are not an object are rejected`(value: JSONValue) {
        #expect(throws: ResponseMalformation.extensionResultsNotAnObject) {
            try ResponseExample.register { $0["clientExtensionResults"] = value }
        }
    }

    @Test(arguments: ["[]", "\"a\"", "null", "1"])
    func `JSON that is not an object is rejected`(text: String) {
        #expect(throws: ResponseMalformation.notAnObject) { try RegistrationResponse(json: Array(text.utf8)) }
    }

    @Test(arguments: ["", "{", "{\"id\":1,\"id\":2}", "{} x"])
    func `a response that is not strict JSON is rejected`(text: String) throws {
        let malformation = #expect(throws: ResponseMalformation.self) {
            try RegistrationResponse(json: Array(text.utf8))
        }
        guard case .notJSON = malformation else {
            Issue.record("\(String(describing: malformation))")
            return
        }
    }
}
