// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A manufacturer's certification authority: a root, an intermediate, and the attestation certificates below it.
public final class AttestationAuthority: Sendable {
    public let root: MintedCertificate
    public let intermediate: MintedCertificate

    public init(commonName: String = "Example Attestation", algorithm: KeyAlgorithm = .es256) throws(AuthenticatorFailure) {
        let rootKey = try SigningKey(algorithm)
        root = CertificateMint.mint(Self.rootTemplate(commonName), key: rootKey)
        intermediate = CertificateMint.mint(
            Self.intermediateTemplate(commonName), key: try SigningKey(algorithm), issuer: .init(root))
    }

    static func rootTemplate(_ commonName: String) -> CertificateTemplate {
        CertificateTemplate(
            subject: DirectoryName([.organization("Example Authenticator Works"), .commonName(commonName + " Root")])
        ).with { $0.basicConstraints = .authority(pathLength: nil) }
    }

    static func intermediateTemplate(_ commonName: String) -> CertificateTemplate {
        CertificateTemplate(
            subject: DirectoryName([.organization("Example Authenticator Works"), .commonName(commonName + " CA")])
        ).with { $0.basicConstraints = .authority(pathLength: 0) }
    }
}
