// SPDX-License-Identifier: Apache-2.0

/// WebAuthn §8.8, Apple's anonymous attestation: no signature, only a certificate made for the credential.
enum AppleStatement {
    static func make(
        _ subject: AttestationSubject, authority: AttestationAuthority
    ) throws(AuthenticatorFailure) -> CBORItem {
        var item: AppleAlteration?
        if case .apple(let altered) = subject.alteration { item = altered }
        let key = item == .wrongKey ? try SigningKey(subject.credential.key.algorithm) : subject.credential.key
        let template = CertificateTemplate.apple(nonce: subject.nonce).with {
            switch item {
            case .wrongNonce: $0.extensions = [.appleNonce(subject.clientDataHash)]
            case .nonceMissing: $0.extensions = []
            case .nonceMalformed:
                $0.extensions = [.init(oid: CertificateTemplate.Extension.appleNonceOID, value: subject.nonce)]
            default: break
            }
        }
        let certificates = try authority.certify(template, holder: .single(key), kind: .apple, for: subject)
        return AttestationStatement([("x5c", certificates.x5c)]).item(alteredBy: item?.rawValue)
    }
}
