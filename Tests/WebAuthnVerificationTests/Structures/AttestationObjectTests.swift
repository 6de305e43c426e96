// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Attestation objects made by hand")
struct AttestationObjectTests {
    /// A registration without attestation, whose attestation object gets other members.
    private static func code(
        _ algorithm: KeyAlgorithm = .es256, _ change: @escaping @Sendable ([UInt8], AttestedMessage) -> [String: CBOR]
    ) throws -> String {
        let trial = RegistrationTrial(profile: .securityKey.with { $0.algorithms = [algorithm] })
        return try trial.with { trial in trial.editJSON = { $0.replaceAttestation(change) } }.code()
    }

    @Test("a statement is a map, or an array", arguments: [CBOR.text("none"), .null, .bytes([0xA0])])
    func statementOfOtherType(_ statement: CBOR) throws {
        let code = try Self.code { _, _ in ["fmt": .text("none"), "attStmt": statement] }
        #expect(code == "registration.attestation-object.member-malformed")
    }

    @Test(
        "a statement whose algorithm the library lacks is told apart from a wrong one",
        .enabled(if: !MLDSAParameterSet.mlDSA44.isAvailable, "this OpenSSL has every algorithm"))
    func unavailableAlgorithm() throws {
        let code = try Self.code { _, _ in
            ["fmt": .text("packed"), "attStmt": .map([.text("alg"): .int(-48), .text("sig"): .bytes([1])])]
        }
        #expect(code == "registration.attestation.algorithm-unavailable")
    }

    @Test("FIDO U2F attests keys on P-256", arguments: [KeyAlgorithm.es256, .es384, .es512, .es256K])
    func keyOnOtherCurve(_ algorithm: KeyAlgorithm) throws {
        let key = try SigningKey(.es256)
        let certificate = CertificateMint.mint(.fidoU2F(), key: key).der
        let code = try Self.code(algorithm) { _, message in
            let statement: CBORMap = [
                .text("sig"): .bytes(key.sign(message.ofFIDOU2F)), .text("x5c"): .array([.bytes(certificate)]),
            ]
            return ["fmt": .text("fido-u2f"), "attStmt": .map(statement)]
        }
        #expect(code == (algorithm == .es256 ? "accepted" : "registration.attestation.public-key-mismatch"))
    }
}

/// What attestation statements are made over.
struct AttestedMessage {
    let data: AuthenticatorData
    let clientDataHash: [UInt8]

    /// As §8.6 puts it together, whatever the curve of the credential's key.
    var ofFIDOU2F: [UInt8] {
        let credential = data.attestedCredential
        let x = credential?.publicKey[-2]?.bytesValue ?? []
        let y = credential?.publicKey[-3]?.bytesValue ?? []
        return [0x00] + data.relyingPartyIDHash + clientDataHash + (credential?.id.bytes ?? []) + [0x04] + x + y
    }
}

extension JSONObject {
    /// Gives the attestation object of a response other members; the authenticator data stays.
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
