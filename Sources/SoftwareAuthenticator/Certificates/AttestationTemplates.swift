// SPDX-License-Identifier: Apache-2.0

extension CertificateTemplate {
    static func authorityRoot(_ commonName: String) -> CertificateTemplate {
        CertificateTemplate(
            subject: DirectoryName([.organization("Example Authenticator Works"), .commonName(commonName + " Root")])
        ).with { $0.basicConstraints = .authority(pathLength: nil) }
    }

    static func authorityIntermediate(_ commonName: String) -> CertificateTemplate {
        CertificateTemplate(
            subject: DirectoryName([.organization("Example Authenticator Works"), .commonName(commonName + " CA")])
        ).with { $0.basicConstraints = .authority(pathLength: 0) }
    }

    /// A packed attestation certificate, WebAuthn §8.2.1.
    public static func packedAttestation(aaguid: [UInt8]) -> CertificateTemplate {
        CertificateTemplate(subject: .packedAttestation(commonName: "Example Authenticator Batch 1")).with {
            $0.extensions = [.aaguid(aaguid)]
        }
    }

    /// A TPM attestation certificate, WebAuthn §8.3.1: no subject, and the TPM in the alternative name.
    public static func tpmAttestationIdentity() -> CertificateTemplate {
        CertificateTemplate(subject: .empty).with {
            $0.extensions = [.directoryName(.testTPM, isCritical: true), .attestationIdentityKey]
        }
    }

    /// A certificate of the Android key store, WebAuthn §8.4.1, which describes the key.
    public static func androidKey(_ description: AndroidKeyDescription) -> CertificateTemplate {
        CertificateTemplate(subject: DirectoryName([.commonName("Android Keystore Key")])).with {
            $0.serialNumber = [1]
            $0.extensions = [description.certificateExtension]
        }
    }

    /// The certificate of a host that signs tokens, WebAuthn §8.5.
    public static func safetyNet(host: String = "attest.android.com") -> CertificateTemplate {
        CertificateTemplate(
            subject: DirectoryName([.organization("Example Attestation Service"), .commonName(host)])
        ).with { $0.extensions = [.hosts([host]), .extendedKeyUsage(["1.3.6.1.5.5.7.3.1"])] }
    }

    /// The certificate of one credential, which has the nonce, WebAuthn §8.8.
    public static func apple(nonce: [UInt8]) -> CertificateTemplate {
        CertificateTemplate(
            subject: DirectoryName([
                .organization("Example Device Works"), .organizationalUnit("Example Certification"),
                .commonName(Base64Text.url(nonce)),
            ])
        ).with { $0.extensions = [.appleNonce(nonce)] }
    }

    /// A U2F attestation certificate. WebAuthn §8.6 requires only a P-256 key.
    public static func fidoU2F() -> CertificateTemplate {
        CertificateTemplate(subject: DirectoryName([.commonName("Example U2F Batch 1")]))
    }
}

extension DirectoryName {
    /// A TPM of the vendor that the TCG registry reserves for tests.
    public static let testTPM = DirectoryName([
        .tpmManufacturer("id:FFFFF1D0"), .tpmModel("Example TPM"), .tpmVersion("id:00000013"),
    ])
}

extension CertificateTemplate.Extension {
    /// The extended key usage of TPM attestation identity keys.
    public static let attestationIdentityKey = Self.extendedKeyUsage([attestationIdentityKeyUsage])
    /// The extension of Apple's anonymous attestation.
    public static let appleNonceOID = "1.2.840.113635.100.8.2"

    /// SEQUENCE { [1] EXPLICIT OCTET STRING }, as in Apple's anonymous attestation.
    public static func appleNonce(_ nonce: [UInt8]) -> Self {
        Self(oid: appleNonceOID, value: DER.sequence(DER.explicit(tag: 1, DER.octetString(nonce))))
    }
}
