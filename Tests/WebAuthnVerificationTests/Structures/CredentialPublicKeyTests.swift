// SPDX-License-Identifier: Apache-2.0

import CBORWriting
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct CredentialPublicKeyTests {
    @Test func `keys are equal if their bytes are equal`() throws {
        let bytes = try SigningKey(.es256).coseKey
        let key = try CredentialPublicKey(coseBytes: bytes)
        #expect(try key == CredentialPublicKey(coseBytes: bytes))
        #expect(try key != CredentialPublicKey(coseBytes: SigningKey(.es256).coseKey))
    }

    @Test(arguments: [(7000, true), (9000, false)])
    func `a key with excessive other members is rejected`(load: Int, isAccepted: Bool) throws {
        guard case .map(var map) = try CBORReader.read(SigningKey(.es256).coseKey) else { return }
        map.entries.append(CBORMap.Entry(key: .text("load"), value: .bytes([UInt8](repeating: 0, count: load))))
        let bytes = CBORWriter.write(.map(map))
        if isAccepted {
            #expect(try CredentialPublicKey(coseBytes: bytes).coseBytes == bytes)
        } else {
            #expect(throws: COSEKeyRejection.parameterUnacceptable) { try CredentialPublicKey(coseBytes: bytes) }
        }
    }

    @Test(arguments: [
        (KeyAlgorithm.es256, [-4]), (.edDSA, [-4]), (.rs256, Array(-12 ... -3)),
    ])
    func `a key with a private parameter is rejected`(algorithm: KeyAlgorithm, labels: [Int]) throws {
        let bytes = try SigningKey(algorithm).coseKey
        for label in labels {
            guard case .map(var map) = try CBORReader.read(bytes) else { return }
            map.entries.append(CBORMap.Entry(key: .int(label), value: .bytes([1])))
            #expect(throws: COSEKeyRejection.privateParameterPresent(label: label)) {
                try CredentialPublicKey(coseBytes: CBORWriter.write(.map(map)))
            }
        }
    }

    @Test(arguments: [KeyAlgorithm.es256, .edDSA, .rs256])
    func `an unknown parameter that is not private is ignored`(algorithm: KeyAlgorithm) throws {
        let bytes = try SigningKey(algorithm).coseKey
        guard case .map(var map) = try CBORReader.read(bytes) else {
            Issue.record("The key is not a map.")
            return
        }
        map.entries.append(CBORMap.Entry(key: .int(-70_000), value: .bytes([1])))
        let extended = try CredentialPublicKey(coseBytes: CBORWriter.write(.map(map)))
        #expect(try extended.algorithm == CredentialPublicKey(coseBytes: bytes).algorithm)
    }

    @Test func `only a rejection for an unavailable algorithm reports that the response can't be verified`() {
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
