// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite("Credential public keys")
struct CredentialPublicKeyTests {
    @Test("keys of the same bytes are equal, others are not")
    func equality() throws {
        let bytes = try SigningKey(.es256).coseKey
        let key = try CredentialPublicKey(coseBytes: bytes)
        #expect(try key == CredentialPublicKey(coseBytes: bytes))
        #expect(try key != CredentialPublicKey(coseBytes: SigningKey(.es256).coseKey))
    }

    @Test("only a rejection for want of an algorithm says that nothing is wrong with the response")
    func unavailable() {
        let unavailable = COSEKeyRejection.algorithmUnavailable(.mlDSA44)
        #expect(RegistrationRejection.publicKeyUnacceptable(unavailable).isAlgorithmUnavailable)
        #expect(AuthenticationRejection.publicKeyUnacceptable(unavailable).isAlgorithmUnavailable)
        let statement = AttestationRejection(.packed, .algorithmUnavailable(.mlDSA44))
        #expect(RegistrationRejection.attestationRefused(statement).isAlgorithmUnavailable)
        #expect(!RegistrationRejection.publicKeyUnacceptable(.parameterUnacceptable).isAlgorithmUnavailable)
        #expect(
            !RegistrationRejection.attestationRefused(AttestationRejection(.packed, .signatureInvalid))
                .isAlgorithmUnavailable)
        #expect(!AuthenticationRejection.publicKeyUnacceptable(.parameterUnacceptable).isAlgorithmUnavailable)
        #expect(!AuthenticationRejection.signatureInvalid.isAlgorithmUnavailable)
    }
}
