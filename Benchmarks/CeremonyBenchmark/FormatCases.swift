// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The parsers alone, with the input of ceremonies.
enum FormatCases {
    static func all() throws -> [BenchmarkCase] {
        let sample = try SampleCeremony(.es256)
        let certified = try SampleCeremony(.es256, attestation: .packed)
        let attestationObject = try RegistrationResponse(json: certified.registrationJSON).attestationObject
        let coseKey = sample.registration.publicKey.coseBytes
        let clientData = sample.authentication.clientDataJSON
        let text = Base64URL.encode(attestationObject)
        return [
            .of("CBOR: attestation object, packed, \(attestationObject.count) bytes") {
                try CBORReader.read(attestationObject)
            },
            .of("CBOR: COSE key, \(coseKey.count) bytes") { try CBORReader.read(coseKey) },
            .of("JSON: registration response, \(sample.registrationJSON.count) bytes") {
                try JSONReader.read(sample.registrationJSON)
            },
            .of("JSON: authentication response, \(sample.authenticationJSON.count) bytes") {
                try JSONReader.read(sample.authenticationJSON)
            },
            .of("JSON: client data, \(clientData.count) bytes") { try JSONReader.read(clientData) },
            BenchmarkCase(name: "base64url: read \(text.utf8.count) characters") {
                Base64URL.decode(text)?.count == attestationObject.count
            },
            BenchmarkCase(name: "base64url: write \(text.utf8.count) characters") {
                Base64URL.encode(attestationObject).utf8.count == text.utf8.count
            },
        ]
    }
}
