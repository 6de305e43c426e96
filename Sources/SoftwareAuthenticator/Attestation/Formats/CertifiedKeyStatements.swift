// SPDX-License-Identifier: Apache-2.0

/// The `android-key` statement, WebAuthn §8.4: signed by the credential, whose certificate describes its key.
enum AndroidKeyStatement {
    static func make(
        _ subject: AttestationSubject, authority: AttestationAuthority
    ) throws(AuthenticatorFailure) -> CBORItem {
        var item: AndroidKeyAlteration?
        if case .androidKey(let altered) = subject.alteration { item = altered }
        let key = item == .wrongKey ? try SigningKey(subject.credential.key.algorithm) : subject.credential.key
        let template = CertificateTemplate.androidKey(description(subject, alteration: item)).with {
            switch item {
            case .descriptionMissing: $0.extensions = []
            case .descriptionMalformed:
                $0.extensions = [.init(oid: AndroidKeyDescription.oid, value: DER.octetString(subject.clientDataHash))]
            default: break
            }
        }
        let certificates = try authority.certify(template, holder: .single(key), kind: .androidKey, for: subject)

        let signedData = item == .wrongSignedData ? subject.authenticatorData : subject.signedData
        var statement = AttestationStatement([
            ("alg", .integer(key.algorithm.rawValue)), ("sig", .bytes(key.sign(signedData))),
            ("x5c", certificates.x5c),
        ])
        if item == .algMismatch { statement["alg"] = .integer(key.algorithm.withOtherDigest.rawValue) }
        return statement.item(alteredBy: item?.rawValue)
    }

    private static func description(
        _ subject: AttestationSubject, alteration item: AndroidKeyAlteration?
    ) -> AndroidKeyDescription {
        var description = AndroidKeyDescription(challenge: subject.clientDataHash)
        switch item {
        case .wrongChallenge: description.challenge = subject.nonce
        case .allApplicationsInSoftwareList: description.softwareEnforced.isForAllApplications = true
        case .allApplicationsInTEEList: description.teeEnforced.isForAllApplications = true
        case .originImported: description.teeEnforced.origin = 2
        case .originMissing: description.teeEnforced.origin = nil
        case .originInSoftwareList:
            description.softwareEnforced.origin = 0
            description.teeEnforced.origin = nil
        case .purposeVerify: description.teeEnforced.purposes = [3]
        case .purposeMissing: description.teeEnforced.purposes = []
        default: break
        }
        return description
    }
}

/// The `apple` statement, WebAuthn §8.8: Apple's anonymous attestation, a certificate for the credential without a
/// signature.
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
