// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The contents of a certificate revocation list.
public struct RevocationListTemplate: Sendable {
    /// The serial numbers on the list, big endian.
    public var revokedSerialNumbers: [[UInt8]]
    /// When all of them were revoked.
    public var revokedAt = Date(timeIntervalSinceNow: -3600)
    /// When the list was issued.
    public var thisUpdate = Date(timeIntervalSinceNow: -3600)
    /// The time of the next list, or `nil` to omit the field.
    public var nextUpdate: Date? = Date(timeIntervalSinceNow: 30 * 86_400)
    /// The CRL number.
    public var number = 1
    /// The issuer's name, or `nil` for the signer's.
    public var issuer: DirectoryName?
    /// Whether a bit of the signature is flipped.
    public var isSignatureBroken = false

    /// Creates a list that was issued an hour ago and is valid for thirty days.
    public init(revoking serialNumbers: [[UInt8]]) { revokedSerialNumbers = serialNumbers }
}

extension CertificateMint {
    /// Makes a version 2 revocation list, DER.
    public static func mint(_ template: RevocationListTemplate, issuer: Issuer) -> [UInt8] {
        let revoked = template.revokedSerialNumbers.map {
            DER.sequence(DER.integer(unsigned: $0), DER.time(template.revokedAt))
        }
        let authorityKey = DER.sequence(DER.implicit(tag: 0, issuer.keyIdentifier))
        let extensions = [
            CertificateTemplate.Extension(oid: "2.5.29.35", value: authorityKey),
            CertificateTemplate.Extension(oid: "2.5.29.20", value: DER.integer(template.number)),
        ]
        var fields = [
            DER.integer(1), issuer.key.algorithm.signatureIdentifier, (template.issuer ?? issuer.name).der,
            DER.time(template.thisUpdate),
        ]
        if let nextUpdate = template.nextUpdate { fields.append(DER.time(nextUpdate)) }
        if !revoked.isEmpty { fields.append(DER.sequence(revoked)) }
        fields.append(DER.explicit(tag: 0, DER.sequence(extensions.map(\.der))))
        return signed(DER.sequence(fields), by: issuer.key, isBroken: template.isSignatureBroken)
    }
}
