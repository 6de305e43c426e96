// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages
import WireFormats

@Suite struct OptionsTests {
    let challenge = Challenge(uncheckedBytes: Array(0..<16))
    let descriptor = CredentialDescriptor(id: CredentialID([1, 2, 3]), transports: [.usb, .nfc])

    private func creation() throws -> CreationOptions {
        let handle = try #require(UserHandle([4, 5]))
        return CreationOptions(
            relyingPartyID: "example.org", relyingPartyName: "Example",
            user: .init(id: handle, name: "somebody", displayName: "Somebody"), challenge: challenge)
    }

    @Test func `the defaults of a registration are the strict ones`() throws {
        let json = try JSONReader.read(creation().jsonBytes)
        #expect(json["authenticatorSelection"]?["userVerification"] == "required")
        #expect(json["authenticatorSelection"]?["residentKey"] == "required")
        #expect(json["authenticatorSelection"]?["requireResidentKey"] == true)
        #expect(json["attestation"] == "none")
        #expect(json["pubKeyCredParams"]?.arrayValue?.map { $0["alg"]?.intValue } == [-8, -7, -257])
        #expect(json["excludeCredentials"] == nil)
        #expect(json["extensions"] == nil)
    }

    @Test func `everything that a registration can ask survives its JSON`() throws {
        var options = try creation()
        options.algorithms = [.es384, COSEAlgorithmID(rawValue: 7)]
        options.timeout = 60_000
        options.excludedCredentials = [descriptor, CredentialDescriptor(id: CredentialID([9]))]
        options.attachment = .platform
        options.residentKey = .preferred
        options.userVerification = .discouraged
        options.hints = [.securityKey, .hybrid]
        options.attestation = .enterprise
        options.attestationFormats = [.tpm, .packed]
        options.extensions.credentialProperties = true
        options.extensions.prf = true
        options.extensions.largeBlob = .support("preferred")
        options.extensions.credentialProtectionPolicy = "userVerificationRequired"
        options.extensions.enforceCredentialProtectionPolicy = true
        options.extensions.appIDExclude = "https://example.org/app.json"
        #expect(try CreationOptions(jsonBytes: options.jsonBytes) == options)
    }

    @Test func `the defaults of an authentication are the strict ones`() throws {
        let json = try JSONReader.read(RequestOptions(relyingPartyID: "example.org", challenge: challenge).jsonBytes)
        #expect(json["userVerification"] == "required")
        #expect(json["rpId"] == "example.org")
        #expect(json["allowCredentials"] == nil)
    }

    @Test(arguments: [ExtensionRequests.LargeBlobRequest.read, .write([1, 2])])
    func `everything that an authentication can ask survives its JSON`(blob: ExtensionRequests.LargeBlobRequest) throws
    {
        var options = RequestOptions(relyingPartyID: nil, challenge: challenge)
        options.timeout = 1
        options.allowedCredentials = [descriptor]
        options.userVerification = .preferred
        options.hints = [.clientDevice]
        options.extensions.prf = true
        options.extensions.prfInputs = .init(first: [1], second: [2])
        options.extensions.largeBlob = blob
        options.extensions.appID = "https://example.org/app.json"
        #expect(try RequestOptions(jsonBytes: options.jsonBytes) == options)
    }

    @Test(arguments: [
        ("rp", "rp.name"), ("user", "user"), ("challenge", "challenge"),
    ])
    func `a registration without a required member is refused`(name: String, missing: String) throws {
        var json = try #require(try creation().json.objectValue)
        json[name] = nil
        #expect(throws: OptionsMalformation.memberMissing(missing)) {
            try CreationOptions(jsonBytes: JSONValue.object(json).serialized())
        }
    }

    @Test func `a challenge that is not base64url is refused`() {
        #expect(throws: OptionsMalformation.memberNotBase64URL("challenge")) {
            try RequestOptions(jsonBytes: Array(#"{"challenge":"A+"}"#.utf8))
        }
    }

    @Test func `a credential that is not base64url is refused`() {
        #expect(throws: OptionsMalformation.memberNotBase64URL("id")) {
            try RequestOptions(jsonBytes: Array(#"{"challenge":"AQ","allowCredentials":[{"id":""}]}"#.utf8))
        }
    }

    @Test func `what is not strict JSON is refused`() throws {
        let malformation = #expect(throws: OptionsMalformation.self) {
            try RequestOptions(jsonBytes: Array("{,}".utf8))
        }
        guard case .notJSON = malformation else {
            Issue.record("\(String(describing: malformation))")
            return
        }
    }
}
