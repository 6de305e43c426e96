// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages
import WireFormats

@Suite struct OptionsTests {
    @Test func `creation options have exactly the members of Level 3`() throws {
        let json = try JSONReader.read(creationOptions().jsonBytes)
        #expect(
            json.objectValue?.members.map(\.name) == [
                "rp", "user", "challenge", "pubKeyCredParams", "authenticatorSelection", "attestation",
            ])
        #expect(json["rp"] == ["id": "example.org", "name": "Example"])
        #expect(json["user"] == ["id": "AQID", "name": "a", "displayName": "A"])
        #expect(json["challenge"] == "AAAAAAAAAAAAAAAAAAAAAA")
        #expect(
            json["pubKeyCredParams"] == [
                ["type": "public-key", "alg": -8], ["type": "public-key", "alg": -7],
                ["type": "public-key", "alg": -257],
            ])
        #expect(
            json["authenticatorSelection"] == [
                "residentKey": "required", "requireResidentKey": true, "userVerification": "required",
            ])
    }

    @Test func `creation options with all members survive a round trip`() throws {
        var options = try creationOptions()
        options.algorithms = [.es256, .mlDSA44]
        options.timeout = 300_000
        options.excludedCredentials = [CredentialDescriptor(id: CredentialID([9]), transports: [.internal, .hybrid])]
        options.attachment = .platform
        options.residentKey = .preferred
        options.userVerification = .preferred
        options.hints = [.clientDevice]
        options.attestation = .enterprise
        options.attestationFormats = [.packed, .tpm]
        options.extensions.credentialProperties = true
        options.extensions.prfInputs = .init(first: [1], second: [2])
        options.extensions.prf = true
        options.extensions.largeBlob = .support("required")
        options.extensions.credentialProtectionPolicy = "userVerificationRequired"
        options.extensions.enforceCredentialProtectionPolicy = true
        options.extensions.appIDExclude = "https://example.org/u2f"
        #expect(try CreationOptions(jsonBytes: options.jsonBytes) == options)
    }

    @Test(arguments: [
        ExtensionRequests.LargeBlobRequest.read, .write([1, 2, 3]),
    ])
    func `request options with all members survive a round trip`(largeBlob: ExtensionRequests.LargeBlobRequest) throws {
        var options = RequestOptions(relyingPartyID: "example.org", challenge: challenge)
        options.timeout = 60_000
        options.allowedCredentials = [CredentialDescriptor(id: CredentialID([9]))]
        options.userVerification = .discouraged
        options.hints = [.securityKey]
        options.extensions.appID = "https://example.org/u2f"
        options.extensions.largeBlob = largeBlob
        #expect(try RequestOptions(jsonBytes: options.jsonBytes) == options)
    }

    @Test func `request options without allowed credentials omit the list`() throws {
        let json = try JSONReader.read(RequestOptions(relyingPartyID: "example.org", challenge: challenge).jsonBytes)
        #expect(json.objectValue?.members.map(\.name) == ["challenge", "rpId", "userVerification"])
    }

    @Test(arguments: [
        (true, ResidentKeyRequirement.required), (false, .discouraged),
    ])
    func `requireResidentKey is used if residentKey is absent`(isRequired: Bool, expected: ResidentKeyRequirement)
        throws
    {
        let json = try JSONReader.read(creationOptions().jsonBytes)
        var members = try #require(json.objectValue)
        members["authenticatorSelection"] = ["requireResidentKey": .bool(isRequired)]
        #expect(try CreationOptions(jsonBytes: JSONValue.object(members).serialized()).residentKey == expected)
    }

    @Test(arguments: [
        ("rp", OptionsMalformation.memberMissing("rp.name")), ("user", .memberMissing("user")),
        ("challenge", .memberMissing("challenge")),
    ])
    func `creation options without a required member are rejected`(name: String, malformation: OptionsMalformation)
        throws
    {
        var members = try #require(try JSONReader.read(creationOptions().jsonBytes).objectValue)
        members[name] = nil
        #expect(throws: malformation) { try CreationOptions(jsonBytes: JSONValue.object(members).serialized()) }
    }

    @Test(arguments: [
        (JSONValue.object(["name": "a"]), OptionsMalformation.memberMissing("user.id")),
        (.object(["id": "", "name": "a"]), .memberNotBase64URL("user.id")),
        (.object(["id": "A", "name": "a"]), .memberNotBase64URL("user.id")),
        (.object(["id": "AQID"]), .memberMissing("user.name")),
    ])
    func `a user without an identifier or a name is rejected`(user: JSONValue, malformation: OptionsMalformation) throws
    {
        var members = try #require(try JSONReader.read(creationOptions().jsonBytes).objectValue)
        members["user"] = user
        #expect(throws: malformation) { try CreationOptions(jsonBytes: JSONValue.object(members).serialized()) }
    }

    @Test func `a challenge in standard base64 is rejected`() {
        #expect(throws: OptionsMalformation.memberNotBase64URL("challenge")) {
            try RequestOptions(jsonBytes: Array(#"{"challenge":"+/"}"#.utf8))
        }
    }

    @Test(arguments: [
        (#"{"type":"public-key"}"#, OptionsMalformation.memberMissing("id")),
        (#"{"type":"public-key","id":"A"}"#, .memberNotBase64URL("id")),
    ])
    func `a listed credential without a valid identifier is rejected`(
        descriptor: String, malformation: OptionsMalformation
    ) {
        #expect(throws: malformation) {
            try RequestOptions(jsonBytes: Array(#"{"challenge":"AAAA","allowCredentials":[\#(descriptor)]}"#.utf8))
        }
    }

    @Test func `options that are not JSON are rejected`() {
        #expect(throws: OptionsMalformation.self) { try RequestOptions(jsonBytes: [0x7B]) }
    }

    private let challenge = Challenge(uncheckedBytes: [UInt8](repeating: 0, count: 16))

    private func creationOptions() throws -> CreationOptions {
        CreationOptions(
            relyingPartyID: "example.org", relyingPartyName: "Example",
            user: .init(id: try #require(UserHandle([1, 2, 3])), name: "a", displayName: "A"), challenge: challenge)
    }
}
