// SPDX-License-Identifier: Apache-2.0

/// The `packed` statement, WebAuthn §8.2, signed by an attestation key with a certificate.
enum PackedStatement {
    static func make(
        _ subject: AttestationSubject, authority: AttestationAuthority
    ) throws(AuthenticatorFailure) -> CBORItem {
        var item: PackedAlteration?
        if case .packed(let altered) = subject.alteration { item = altered }
        let certificates = try authority.certify(
            template(subject, alteration: item), holder: .batch(subject.settings.attestationKeyAlgorithm ?? .es256),
            kind: .packed, for: subject)

        var statement = AttestationStatement([("alg", .integer(certificates.key.algorithm.rawValue))])
        let signature: [UInt8]
        switch item {
        case .signatureByOtherKey: signature = try SigningKey(certificates.key.algorithm).sign(subject.signedData)
        case .signatureByCredentialKey: signature = subject.credential.key.sign(subject.signedData)
        case .wrongSignedData: signature = certificates.key.sign(subject.authenticatorData)
        default: signature = certificates.key.sign(subject.signedData)
        }
        statement["sig"] = .bytes(signature)
        statement["x5c"] = certificates.x5c
        if item == .algMismatch {
            statement["alg"] = .integer(certificates.key.algorithm.withOtherDigest.rawValue)
        }
        return statement.item(alteredBy: item?.rawValue)
    }

    private static func template(_ subject: AttestationSubject, alteration item: PackedAlteration?)
        -> CertificateTemplate
    {
        CertificateTemplate.packedAttestation(aaguid: subject.aaguid).with {
            switch item {
            case .certificateVersion1: $0.version = 1
            case .certificateVersion2: $0.version = 2
            case .countryMissing: $0.subject.set("2.5.4.6", to: nil)
            // ISO 3166 reserves ZZ for private use, so it is not a country.
            case .countryNotISO: $0.subject.set("2.5.4.6", to: "ZZ")
            case .organizationMissing: $0.subject.set("2.5.4.10", to: nil)
            case .unitMissing: $0.subject.set("2.5.4.11", to: nil)
            case .unitWrong: $0.subject.set("2.5.4.11", to: "authenticator attestation")
            case .commonNameMissing: $0.subject.set("2.5.4.3", to: nil)
            case .commonNameEmpty: $0.subject.set("2.5.4.3", to: "")
            case .basicConstraintsMissing: $0.basicConstraints = .absent
            case .certificateIsAuthority: $0.basicConstraints = .authority(pathLength: nil)
            case .aaguidMismatch: $0[extension: Extension.aaguidOID] = .aaguid([UInt8](repeating: 9, count: 16))
            case .aaguidCritical: $0[extension: Extension.aaguidOID] = .aaguid(subject.aaguid, isCritical: true)
            case .aaguidUnwrapped: $0[extension: Extension.aaguidOID] = .aaguid(subject.aaguid, isWrapped: false)
            case .aaguidAbsent: $0[extension: Extension.aaguidOID] = nil
            default: break
            }
        }
    }

    private typealias Extension = CertificateTemplate.Extension
}

extension KeyAlgorithm {
    /// An algorithm with another digest, for the same kind of key if there is one.
    var withOtherDigest: KeyAlgorithm {
        switch self {
        case .es384: .es256
        case .rs256, .rs1: .rs384
        case .rs384: .rs256
        default: .es384
        }
    }
}

/// The `packed` statement, WebAuthn §8.2, signed by the credential's own key.
enum PackedSelfStatement {
    static func make(_ subject: AttestationSubject) throws(AuthenticatorFailure) -> CBORItem {
        var item: PackedSelfAlteration?
        if case .packedSelf(let altered) = subject.alteration { item = altered }
        let key = subject.credential.key

        var statement = AttestationStatement([("alg", .integer(key.algorithm.rawValue))])
        switch item {
        case .signatureByOtherKey: statement["sig"] = .bytes(try SigningKey(key.algorithm).sign(subject.signedData))
        case .wrongSignedData: statement["sig"] = .bytes(key.sign(subject.authenticatorData))
        default: statement["sig"] = .bytes(key.sign(subject.signedData))
        }
        if item == .algMismatch {
            statement["alg"] = .integer((key.algorithm == .es384 ? KeyAlgorithm.es256 : .es384).rawValue)
        }
        return statement.item(alteredBy: item?.rawValue)
    }
}
