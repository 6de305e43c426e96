// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// A certificate with its private key.
public struct MintedCertificate: Sendable {
    /// The certificate, DER.
    public let der: [UInt8]
    /// The private key of the subject.
    public let key: SigningKey
    /// The name in the certificate.
    public let subject: DirectoryName
    /// The serial number, big endian, as revocation lists name it.
    public let serialNumber: [UInt8]

    /// The certificate as PEM.
    public var pem: String { PEMText.block("CERTIFICATE", contents: der) }
}

/// An issuer of certificates from templates, valid or not.
public enum CertificateMint {
    /// The name and key of an issuer, which need not belong together.
    public struct Issuer: Sendable {
        /// The issuer's name in the certificate.
        public var name: DirectoryName
        /// The key that signs.
        public var key: SigningKey
        /// The authority key identifier, usually that of `key`.
        public var keyIdentifier: [UInt8]

        /// Creates an issuer from a name and a key.
        public init(name: DirectoryName, key: SigningKey) {
            self.name = name
            self.key = key
            keyIdentifier = CertificateMint.keyIdentifier(of: key)
        }

        /// Creates an issuer from the subject of a certificate.
        public init(_ certificate: MintedCertificate) { self.init(name: certificate.subject, key: certificate.key) }

        /// A forger, who claims to be this issuer and signs with another key.
        public func forged(with key: SigningKey) -> Issuer {
            var forger = self
            forger.key = key
            return forger
        }
    }

    /// Makes a certificate for `key`, signed by `issuer`, or self-signed if that is `nil`.
    public static func mint(
        _ template: CertificateTemplate, key: SigningKey, issuer: Issuer? = nil
    ) -> MintedCertificate {
        let issuer = issuer ?? Issuer(name: template.subject, key: key)
        // RFC 5280 requires a positive number of at most 20 bytes.
        let serialNumber = template.serialNumber ?? [0x40 | Randomness.bytes(1)[0] & 0x3f] + Randomness.bytes(15)
        var fields: [[UInt8]] = template.version == 1 ? [] : [DER.explicit(tag: 0, DER.integer(template.version - 1))]
        fields += [
            DER.integer(unsigned: serialNumber),
            issuer.key.algorithm.signatureIdentifier,
            (template.issuer ?? issuer.name).der,
            DER.sequence(DER.time(template.validFrom), DER.time(template.validUntil)),
            template.subject.der,
            key.subjectPublicKeyInfo,
        ]
        let extensions = template.allExtensions(subjectKey: key, issuer: issuer)
        if !extensions.isEmpty { fields.append(DER.explicit(tag: 3, DER.sequence(extensions.map(\.der)))) }
        return MintedCertificate(
            der: signed(DER.sequence(fields), by: issuer.key, isBroken: template.isSignatureBroken), key: key,
            subject: template.subject, serialNumber: serialNumber)
    }

    /// The structure of certificates and revocation lists: contents, algorithm, signature.
    static func signed(_ contents: [UInt8], by key: SigningKey, isBroken: Bool = false) -> [UInt8] {
        let signature = key.sign(contents)
        return DER.sequence(
            contents, key.algorithm.signatureIdentifier,
            DER.bitString(isBroken ? signature.flippingLastBit : signature))
    }

    /// RFC 5280 §4.2.1.2, method 1: the SHA-1 of the key's bits.
    static func keyIdentifier(of key: SigningKey) -> [UInt8] {
        DigestAlgorithm.sha1.hash(key.subjectPublicKeyInfo.publicKeyBits)
    }
}

extension CertificateTemplate {
    fileprivate func allExtensions(subjectKey: SigningKey, issuer: CertificateMint.Issuer) -> [Extension] {
        var all: [Extension] = []
        switch basicConstraints {
        case .absent: break
        case .endEntity: all.append(.basicConstraints(isAuthority: false, isCritical: isBasicConstraintsCritical))
        case .authority(let pathLength):
            all.append(
                .basicConstraints(isAuthority: true, pathLength: pathLength, isCritical: isBasicConstraintsCritical))
            all.append(.certificateSigningKeyUsage)
        }
        if includesKeyIdentifiers {
            let subject = CertificateMint.keyIdentifier(of: subjectKey)
            all.append(Extension(oid: "2.5.29.14", value: DER.octetString(subject)))
            all.append(Extension(oid: "2.5.29.35", value: DER.sequence(DER.implicit(tag: 0, issuer.keyIdentifier))))
        }
        return all + extensions
    }
}

extension CertificateTemplate.Extension {
    var der: [UInt8] {
        let name = DER.objectIdentifier(oid)
        let critical = isCritical ? DER.boolean(true) : []
        return DER.sequence(name, critical, DER.octetString(value))
    }
}

extension [UInt8] {
    /// The bit string at the end of a SubjectPublicKeyInfo that `Cryptography` wrote.
    fileprivate var publicKeyBits: [UInt8] {
        // SEQUENCE { SEQUENCE { algorithm }, BIT STRING }
        let whole = contentsOfValue(at: 0)
        let bits = contentsOfValue(at: whole.lowerBound).upperBound
        let range = contentsOfValue(at: bits)
        return Array(self[range].dropFirst())
    }

    private func contentsOfValue(at offset: Int) -> Range<Int> {
        let first = Int(self[offset + 1])
        guard first > 127 else { return offset + 2..<offset + 2 + first }
        let start = offset + 2 + (first & 0x7f)
        let length = self[offset + 2..<start].reduce(0) { $0 << 8 | Int($1) }
        return start..<start + length
    }
}

/// PEM text.
enum PEMText {
    static func block(_ label: String, contents der: [UInt8]) -> String {
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Substring(Base64Text.standard(der))
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }
}
