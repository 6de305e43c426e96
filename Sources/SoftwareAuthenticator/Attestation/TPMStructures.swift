// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// TPM 2.0 Library, Part 2, §12.2.4 TPMT_PUBLIC: the TPM's description of a public key.
struct TPMPublicArea {
    static let sha256 = 0x000b

    var type: Int
    var nameAlgorithm = sha256
    /// RSA: the exponent, where zero stands for 65537.
    var exponent = 0
    var curve = 0
    let keyBits: Int
    let unique: [[UInt8]]

    /// Returns `nil` for keys that TPMs don't have.
    init?(_ key: PublicKey) {
        if let rsa = key.rsaComponents {
            (type, keyBits, unique) = (0x0001, rsa.modulus.count * 8, [rsa.modulus])
        } else if let point = key.ellipticPoint, let curve = Self.curve(of: key.kind) {
            (type, keyBits, unique) = (0x0023, point.x.count * 8, [point.x, point.y])
            self.curve = curve
        } else {
            return nil
        }
    }

    private static func curve(of kind: KeyKind) -> Int? {
        switch kind {
        case .elliptic(.p256): 0x0003
        case .elliptic(.p384): 0x0004
        case .elliptic(.p521): 0x0005
        default: nil
        }
    }

    var isRSA: Bool { type == 0x0001 }

    var bytes: [UInt8] {
        // fixedTPM, fixedParent, sensitiveDataOrigin, userWithAuth, noDA, sign
        var output =
            TPM.integer(type, width: 2) + TPM.integer(nameAlgorithm, width: 2) + TPM.integer(0x0004_0472, width: 4)
        output += TPM.sized([])
        // No symmetric algorithm and no signing scheme are tied to the key.
        output += TPM.integer(TPM.noAlgorithm, width: 2) + TPM.integer(TPM.noAlgorithm, width: 2)
        if unique.count == 1 {
            output += TPM.integer(keyBits, width: 2) + TPM.integer(exponent, width: 4)
        } else {
            output += TPM.integer(curve, width: 2) + TPM.integer(TPM.noAlgorithm, width: 2)
        }
        return unique.reduce(output) { $0 + TPM.sized($1) }
    }
}

/// TPM 2.0 Library, Part 2, §10.12.12 TPMS_ATTEST: the TPM's statement about a key.
struct TPMAttest {
    /// TPM_GENERATED_VALUE
    var magic = 0xff54_4347
    /// TPM_ST_ATTEST_CERTIFY
    var type = 0x8017
    var extraData: [UInt8]
    var name: [UInt8]

    var bytes: [UInt8] {
        let signer = TPM.integer(TPMPublicArea.sha256, width: 2) + DigestAlgorithm.sha256.hash(Array("signer".utf8))
        let clock = TPM.integer(1_234_567, width: 8) + TPM.integer(3, width: 4) + TPM.integer(1, width: 4) + [1]
        return TPM.integer(magic, width: 4) + TPM.integer(type, width: 2) + TPM.sized(signer) + TPM.sized(extraData)
            + clock
            + TPM.integer(0x0001_0002_0003, width: 8) + TPM.sized(name) + TPM.sized(signer)
    }
}

enum TPM {
    /// TPM_ALG_NULL
    static let noAlgorithm = 0x0010

    static func integer(_ value: Int, width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// A TPM2B: the bytes after their count.
    static func sized(_ bytes: [UInt8]) -> [UInt8] { integer(bytes.count, width: 2) + bytes }

    static func name(of publicArea: [UInt8], algorithm: Int, digest: DigestAlgorithm = .sha256) -> [UInt8] {
        integer(algorithm, width: 2) + digest.hash(publicArea)
    }
}
