// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A manufacturer's certification authority: a root, an intermediate, and the attestation certificates below it.
public final class AttestationAuthority: @unchecked Sendable {
    /// The certificate that a relying party should trust.
    public let root: MintedCertificate
    /// The issuer of the attestation certificates, below the root.
    public let intermediate: MintedCertificate
    let commonName: String

    private let lock = NSLock()
    private var batchKeys: [BatchKey: SigningKey] = [:]
    private var batchCertificates: [BatchCertificate: MintedCertificate] = [:]

    private struct BatchKey: Hashable {
        let kind: AttestationKind
        let algorithm: KeyAlgorithm
    }

    private struct BatchCertificate: Hashable {
        let key: BatchKey
        let aaguid: [UInt8]
    }

    /// Creates an authority with new keys. Its certificates are named after `commonName`.
    public convenience init(
        commonName: String = "Example Attestation", algorithm: KeyAlgorithm = .es256
    ) throws(AuthenticatorFailure) {
        let root = CertificateMint.mint(.authorityRoot(commonName), key: try SigningKey(algorithm))
        let intermediate = CertificateMint.mint(
            .authorityIntermediate(commonName), key: try SigningKey(algorithm), issuer: .init(root))
        self.init(commonName: commonName, root: root, intermediate: intermediate)
    }

    init(commonName: String, root: MintedCertificate, intermediate: MintedCertificate) {
        self.commonName = commonName
        self.root = root
        self.intermediate = intermediate
    }

    /// Issues a certificate for `key` below the intermediate.
    public func issue(_ template: CertificateTemplate, key: SigningKey) -> MintedCertificate {
        CertificateMint.mint(template, key: key, issuer: .init(intermediate))
    }

    /// The issuer of attestation certificates of a kind: the root for U2F, which sends a single certificate.
    func issuer(for kind: AttestationKind) -> CertificateMint.Issuer { .init(kind == .fidoU2F ? root : intermediate) }

    /// The intermediate's revocation list, which is about attestation certificates.
    public func revocationList(_ template: RevocationListTemplate) -> [UInt8] {
        CertificateMint.mint(template, issuer: .init(intermediate))
    }

    /// The root's revocation list, which is about intermediates.
    public func rootRevocationList(_ template: RevocationListTemplate) -> [UInt8] {
        CertificateMint.mint(template, issuer: .init(root))
    }

    /// The attestation key of a batch of authenticators of one kind.
    public func batchKey(
        for kind: AttestationKind, algorithm: KeyAlgorithm
    ) throws(AuthenticatorFailure) -> SigningKey {
        let name = BatchKey(kind: kind, algorithm: algorithm)
        if let existing = lock.withLock({ batchKeys[name] }) { return existing }
        let fresh = try SigningKey(algorithm)
        return lock.withLock {
            if let existing = batchKeys[name] { return existing }
            batchKeys[name] = fresh
            return fresh
        }
    }

    /// The certificate of a batch key, which is the same for every credential.
    func batchCertificate(
        for kind: AttestationKind, key: SigningKey, aaguid: [UInt8], template: CertificateTemplate
    ) -> MintedCertificate {
        let name = BatchCertificate(key: BatchKey(kind: kind, algorithm: key.algorithm), aaguid: aaguid)
        if let existing = lock.withLock({ batchCertificates[name] }) { return existing }
        let fresh = CertificateMint.mint(template, key: key, issuer: issuer(for: kind))
        return lock.withLock {
            if let existing = batchCertificates[name] { return existing }
            batchCertificates[name] = fresh
            return fresh
        }
    }
}
