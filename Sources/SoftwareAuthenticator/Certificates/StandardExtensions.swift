// SPDX-License-Identifier: Apache-2.0

extension CertificateTemplate.Extension {
    /// id-ce-subjectAltName
    public static let subjectAlternativeNameOID = "2.5.29.17"
    /// id-ce-extKeyUsage
    public static let extendedKeyUsageOID = "2.5.29.37"
    /// id-fido-gen-ce-aaguid
    public static let aaguidOID = "1.3.6.1.4.1.45724.1.1.4"
    /// tcg-kp-AIKCertificate
    public static let attestationIdentityKeyUsage = "2.23.133.8.3"

    /// Whether the subject is an authority, and how many authorities may be below it.
    public static func basicConstraints(
        isAuthority: Bool, pathLength: Int? = nil, isCritical: Bool = true
    ) -> Self {
        let authority = isAuthority ? DER.boolean(true) : []
        let length = pathLength.map { DER.integer($0) } ?? []
        return Self(oid: "2.5.29.19", isCritical: isCritical, value: DER.sequence(authority, length))
    }

    /// keyCertSign and cRLSign.
    static let certificateSigningKeyUsage = Self(
        oid: "2.5.29.15", isCritical: true, value: DER.bitString([0x06], unusedBits: 1))

    /// The purposes of the key, as object identifiers.
    public static func extendedKeyUsage(_ purposes: [String], isCritical: Bool = false) -> Self {
        Self(
            oid: extendedKeyUsageOID, isCritical: isCritical,
            value: DER.sequence(purposes.map { DER.objectIdentifier($0) }))
    }

    /// Host names as a subject alternative name.
    public static func hosts(_ names: [String], addresses: [[UInt8]] = []) -> Self {
        Self(
            oid: subjectAlternativeNameOID,
            value: DER.sequence(
                names.map { DER.implicit(tag: 2, Array($0.utf8)) } + addresses.map { DER.implicit(tag: 7, $0) }))
    }

    /// A directory name as a subject alternative name, which describes the TPM in TPM certificates.
    public static func directoryName(_ name: DirectoryName, isCritical: Bool) -> Self {
        Self(
            oid: subjectAlternativeNameOID, isCritical: isCritical,
            value: DER.sequence(DER.explicit(tag: 4, name.der)))
    }

    /// The AAGUID, which WebAuthn §8.2.1 requires to be wrapped in an OCTET STRING and not critical.
    public static func aaguid(_ aaguid: [UInt8], isCritical: Bool = false, isWrapped: Bool = true) -> Self {
        Self(oid: aaguidOID, isCritical: isCritical, value: isWrapped ? DER.octetString(aaguid) : aaguid)
    }
}
