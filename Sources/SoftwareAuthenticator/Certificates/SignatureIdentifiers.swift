// SPDX-License-Identifier: Apache-2.0

extension KeyAlgorithm {
    /// The X.509 AlgorithmIdentifier of this algorithm.
    var signatureIdentifier: [UInt8] {
        switch self {
        case .es256, .es256K: DER.sequence(DER.objectIdentifier("1.2.840.10045.4.3.2"))
        case .es384: DER.sequence(DER.objectIdentifier("1.2.840.10045.4.3.3"))
        case .es512: DER.sequence(DER.objectIdentifier("1.2.840.10045.4.3.4"))
        case .edDSA: DER.sequence(DER.objectIdentifier("1.3.101.112"))
        case .ed448: DER.sequence(DER.objectIdentifier("1.3.101.113"))
        case .rs1: Self.rsa(5)
        case .rs256: Self.rsa(11)
        case .rs384: Self.rsa(12)
        case .rs512: Self.rsa(13)
        case .ps256: Self.pss(digest: 1, saltLength: 32)
        case .ps384: Self.pss(digest: 2, saltLength: 48)
        case .ps512: Self.pss(digest: 3, saltLength: 64)
        case .mlDSA44: DER.sequence(DER.objectIdentifier("2.16.840.1.101.3.4.3.17"))
        case .mlDSA65: DER.sequence(DER.objectIdentifier("2.16.840.1.101.3.4.3.18"))
        case .mlDSA87: DER.sequence(DER.objectIdentifier("2.16.840.1.101.3.4.3.19"))
        default: DER.sequence(DER.null())
        }
    }

    private static func rsa(_ arc: Int) -> [UInt8] {
        DER.sequence(DER.objectIdentifier("1.2.840.113549.1.1.\(arc)"), DER.null())
    }

    /// RFC 4055 §3.1, with the same digest for the message and for MGF1.
    private static func pss(digest arc: Int, saltLength: Int) -> [UInt8] {
        let digest = DER.sequence(DER.objectIdentifier("2.16.840.1.101.3.4.2.\(arc)"), DER.null())
        return DER.sequence(
            DER.objectIdentifier("1.2.840.113549.1.1.10"),
            DER.sequence(
                DER.explicit(tag: 0, digest),
                DER.explicit(tag: 1, DER.sequence(DER.objectIdentifier("1.2.840.113549.1.1.8"), digest)),
                DER.explicit(tag: 2, DER.integer(saltLength))))
    }
}
