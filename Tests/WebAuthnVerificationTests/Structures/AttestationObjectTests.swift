// SPDX-License-Identifier: Apache-2.0

import CBORWriting
import Cryptography
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct AttestationObjectTests {
    /// Returns the verdict on a registration whose attestation object has other members.
    private static func code(
        algorithm: KeyAlgorithm = .es256,
        replacing change: @escaping @Sendable ([UInt8], AttestedMessage) -> [String: CBOR]
    ) throws -> String {
        let scenario = RegistrationScenario(profile: .securityKey.with { $0.algorithms = [algorithm] })
        return try scenario.with { scenario in scenario.editJSON = { $0.replaceAttestation(change) } }.code()
    }

    @Test(arguments: [CBOR.text("none"), .null, .bytes([0xA0])])
    func `a statement is a map or an array`(statement: CBOR) throws {
        let code = try Self.code { _, _ in ["fmt": .text("none"), "attStmt": statement] }
        #expect(code == "registration.attestation-object.member-malformed")
    }

    @Test(.enabled(if: !MLDSAParameterSet.mlDSA44.isAvailable, "OpenSSL supports all algorithms"))
    func `a statement with an unavailable algorithm has its own rejection`() throws {
        let code = try Self.code { _, _ in
            ["fmt": .text("packed"), "attStmt": .map([.text("alg"): .int(-48), .text("sig"): .bytes([1])])]
        }
        #expect(code == "registration.attestation.algorithm-unavailable")
    }

    @Test(arguments: [KeyAlgorithm.es256, .es384, .es512, .es256K])
    func `FIDO U2F attests only keys on P-256`(algorithm: KeyAlgorithm) throws {
        let key = try SigningKey(.es256)
        let certificate = CertificateMint.mint(.fidoU2F(), key: key).der
        let code = try Self.code(algorithm: algorithm) { _, message in
            let statement: CBORMap = [
                .text("sig"): .bytes(key.sign(message.ofFIDOU2F)), .text("x5c"): .array([.bytes(certificate)]),
            ]
            return ["fmt": .text("fido-u2f"), "attStmt": .map(statement)]
        }
        #expect(code == (algorithm == .es256 ? "accepted" : "registration.attestation.public-key-mismatch"))
    }
}

/// The data that attestation statements sign.
struct AttestedMessage {
    let data: AuthenticatorData
    let clientDataHash: [UInt8]

    /// The signed message of §8.6, for any curve of the credential's key.
    var ofFIDOU2F: [UInt8] {
        let credential = data.attestedCredential
        let x = credential?.publicKey[-2]?.bytesValue ?? []
        let y = credential?.publicKey[-3]?.bytesValue ?? []
        return [0x00] + data.relyingPartyIDHash + clientDataHash + (credential?.id.bytes ?? []) + [0x04] + x + y
    }
}

extension JSONObject {
    /// Replaces the members of the attestation object except the authenticator data.
    fileprivate mutating func replaceAttestation(_ change: ([UInt8], AttestedMessage) -> [String: CBOR]) {
        guard var response = self["response"]?.objectValue,
            let clientData = response["clientDataJSON"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let object = response["attestationObject"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let bytes = try? CBORReader.read(object).mapValue?["authData"]?.bytesValue,
            let data = try? AuthenticatorData(bytes)
        else { return }
        let message = AttestedMessage(data: data, clientDataHash: DigestAlgorithm.sha256.hash(clientData))
        var members = change(bytes, message)
        members["authData"] = .bytes(bytes)
        let map = CBORMap(members.map { (CBOR.text($0.key), $0.value) })
        response["attestationObject"] = .string(Base64URL.encode(CBORWriter.write(.map(map))))
        self["response"] = .object(response)
    }
}
