// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Credential public keys")
struct CredentialPublicKeyTests {
    @Test("keys of the same bytes are equal, others are not")
    func equality() throws {
        let bytes = try SigningKey(.es256).coseKey
        let key = try CredentialPublicKey(coseBytes: bytes)
        #expect(try key == CredentialPublicKey(coseBytes: bytes))
        #expect(try key != CredentialPublicKey(coseBytes: SigningKey(.es256).coseKey))
    }

    @Test("a key has no room for a load beside it", arguments: [(7000, true), (9000, false)])
    func length(_ load: Int, _ isAccepted: Bool) throws {
        guard case .map(var map) = try CBORReader.read(SigningKey(.es256).coseKey) else { return }
        map.entries.append(CBORMap.Entry(key: .text("load"), value: .bytes([UInt8](repeating: 0, count: load))))
        let bytes = CBORWriter.write(.map(map))
        if isAccepted {
            #expect(try CredentialPublicKey(coseBytes: bytes).coseBytes == bytes)
        } else {
            #expect(throws: COSEKeyRejection.parameterUnacceptable) { try CredentialPublicKey(coseBytes: bytes) }
        }
    }

    @Test(
        "a key that carries a parameter of its private half is refused",
        arguments: [
            (KeyAlgorithm.es256, [-4]), (.edDSA, [-4]), (.rs256, Array(-12 ... -3)),
        ])
    func privateParameters(_ algorithm: KeyAlgorithm, _ labels: [Int]) throws {
        let bytes = try SigningKey(algorithm).coseKey
        for label in labels {
            guard case .map(var map) = try CBORReader.read(bytes) else { return }
            map.entries.append(CBORMap.Entry(key: .int(label), value: .bytes([1])))
            #expect(throws: COSEKeyRejection.privateParameterPresent(label: label)) {
                try CredentialPublicKey(coseBytes: CBORWriter.write(.map(map)))
            }
        }
    }

    @Test("a parameter that no private key has is passed over", arguments: [KeyAlgorithm.es256, .edDSA, .rs256])
    func otherParameters(_ algorithm: KeyAlgorithm) throws {
        let bytes = try SigningKey(algorithm).coseKey
        guard case .map(var map) = try CBORReader.read(bytes) else {
            Issue.record("The key is not a map.")
            return
        }
        map.entries.append(CBORMap.Entry(key: .int(-70_000), value: .bytes([1])))
        let extended = try CredentialPublicKey(coseBytes: CBORWriter.write(.map(map)))
        #expect(try extended.algorithm == CredentialPublicKey(coseBytes: bytes).algorithm)
    }

    @Test("only a rejection for want of an algorithm says that nothing is wrong with the response")
    func unavailable() {
        let unavailable = COSEKeyRejection.algorithmUnavailable(.mlDSA44)
        #expect(RegistrationRejection.publicKeyUnacceptable(unavailable).isAlgorithmUnavailable)
        #expect(AuthenticationRejection.publicKeyUnacceptable(unavailable).isAlgorithmUnavailable)
        let statement = AttestationRejection(format: .packed, reason: .algorithmUnavailable(.mlDSA44))
        #expect(RegistrationRejection.attestationInvalid(statement).isAlgorithmUnavailable)
        #expect(!RegistrationRejection.publicKeyUnacceptable(.parameterUnacceptable).isAlgorithmUnavailable)
        #expect(
            !RegistrationRejection.attestationInvalid(AttestationRejection(format: .packed, reason: .signatureInvalid))
                .isAlgorithmUnavailable)
        #expect(!AuthenticationRejection.publicKeyUnacceptable(.parameterUnacceptable).isAlgorithmUnavailable)
        #expect(!AuthenticationRejection.signatureInvalid.isAlgorithmUnavailable)
    }
}
