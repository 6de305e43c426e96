// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The holder of the key in an attestation certificate.
enum AttestationKeyHolder {
    /// A key of this algorithm that many authenticators share.
    case batch(KeyAlgorithm)
    /// A key for this credential only, often the credential's own.
    case single(SigningKey)
}

/// The attestation key and its certificate chain, which starts with the attestation certificate.
struct AttestationCertificates {
    let key: SigningKey
    let chain: [[UInt8]]

    var x5c: CBORItem { .array(chain.map { .bytes($0) }) }
}

extension AttestationAuthority {
    /// Certifies an attestation key, with the changes of the ceremony's settings.
    func certify(
        _ template: CertificateTemplate, holder: AttestationKeyHolder, kind: AttestationKind,
        for subject: AttestationSubject
    ) throws(AuthenticatorFailure) -> AttestationCertificates {
        let isRegular = subject.alteration == nil && subject.settings.editCertificate == nil
        let above = certificates(above: kind)
        if isRegular, case .batch(let algorithm) = holder {
            let key = try batchKey(for: kind, algorithm: algorithm)
            let leaf = batchCertificate(for: kind, key: key, aaguid: subject.aaguid, template: template)
            return AttestationCertificates(key: key, chain: [leaf.der] + above)
        }
        let key: SigningKey
        switch holder {
        case .batch(let algorithm): key = try batchKey(for: kind, algorithm: algorithm)
        case .single(let own): key = own
        }
        var edited = template
        subject.settings.editCertificate?(&edited)
        let leaf = Leaf(template: edited, key: key, issuer: issuer(for: kind), above: above)
        guard let alteration = subject.chainAlteration else {
            return AttestationCertificates(key: key, chain: [leaf.der] + above)
        }
        return AttestationCertificates(key: key, chain: try chain(leaf, alteredBy: alteration))
    }

    /// The certificates above the attestation certificate. U2F sends none; Android's key store includes the root.
    private func certificates(above kind: AttestationKind) -> [[UInt8]] {
        switch kind {
        case .fidoU2F: []
        case .androidKey: [intermediate.der, root.der]
        default: [intermediate.der]
        }
    }

    private struct Leaf {
        var template: CertificateTemplate
        let key: SigningKey
        let issuer: CertificateMint.Issuer
        let above: [[UInt8]]

        var der: [UInt8] { CertificateMint.mint(template, key: key, issuer: issuer).der }
        var selfSigned: [UInt8] { CertificateMint.mint(template, key: key).der }

        func der(issuer: CertificateMint.Issuer) -> [UInt8] {
            CertificateMint.mint(template, key: key, issuer: issuer).der
        }

        /// The chain with another certificate in place of the intermediate's.
        func chain(over intermediate: [UInt8]) -> [[UInt8]] { [der, intermediate] + above.dropFirst() }

        func with(_ template: CertificateTemplate) -> Leaf {
            var copy = self
            copy.template = template
            return copy
        }
    }

    private func chain(
        _ leaf: Leaf, alteredBy alteration: ChainAlteration
    ) throws(AuthenticatorFailure) -> [[UInt8]] {
        switch alteration {
        case .leafExpired: return [leaf.with(leaf.template.expired).der] + leaf.above
        case .leafNotYetValid: return [leaf.with(leaf.template.notYetValid).der] + leaf.above
        case .intermediateExpired: return leaf.chain(over: otherIntermediate { $0 = $0.expired })
        case .intermediateNotYetValid: return leaf.chain(over: otherIntermediate { $0 = $0.notYetValid })
        case .intermediateNotAuthority: return leaf.chain(over: otherIntermediate { $0.basicConstraints = .endEntity })
        case .missingIntermediate: return [leaf.der] + leaf.above.dropFirst()
        case .forgedLeaf:
            let forger = leaf.issuer.forged(with: try SigningKey(leaf.issuer.key.algorithm))
            return [leaf.der(issuer: forger)] + leaf.above
        case .forgedIntermediate: return try forgedIntermediate(leaf)
        case .untrustedRoot:
            let other = try AttestationAuthority(commonName: "Stranger")
            guard !leaf.above.isEmpty else { return [leaf.der(issuer: .init(other.root))] }
            return [leaf.der(issuer: .init(other.intermediate)), other.intermediate.der]
        case .selfSuppliedRoot:
            let impostor = try AttestationAuthority(commonName: commonName)
            return [leaf.der(issuer: .init(impostor.intermediate)), impostor.intermediate.der, impostor.root.der]
        case .selfSignedLeaf: return [leaf.selfSigned]
        case .rootIncluded: return [leaf.der, intermediate.der, root.der]
        case .strangerIncluded:
            return [leaf.der] + leaf.above + [try AttestationAuthority(commonName: "Stranger").root.der]
        }
    }

    private func forgedIntermediate(_ leaf: Leaf) throws(AuthenticatorFailure) -> [[UInt8]] {
        let key = try SigningKey(intermediate.key.algorithm)
        let forger = CertificateMint.Issuer(root).forged(with: try SigningKey(root.key.algorithm))
        let forged = CertificateMint.mint(.authorityIntermediate(commonName), key: key, issuer: forger)
        return [leaf.der(issuer: .init(forged)), forged.der] + leaf.above.dropFirst()
    }

    /// The intermediate's name and key in another certificate.
    private func otherIntermediate(_ change: (inout CertificateTemplate) -> Void) -> [UInt8] {
        let template = CertificateTemplate.authorityIntermediate(commonName).with(change)
        return CertificateMint.mint(template, key: intermediate.key, issuer: .init(root)).der
    }
}

extension CertificateTemplate {
    fileprivate var expired: CertificateTemplate {
        with {
            $0.validFrom = Date(timeIntervalSinceNow: -400 * 86_400)
            $0.validUntil = Date(timeIntervalSinceNow: -86_400)
        }
    }

    fileprivate var notYetValid: CertificateTemplate {
        with { $0.validFrom = Date(timeIntervalSinceNow: 86_400) }
    }
}
