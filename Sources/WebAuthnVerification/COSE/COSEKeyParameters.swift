// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The parameters of a COSE key, read in the shape that its algorithm wants. Parameters it does not want are passed over.
struct COSEKeyParameters {
    static let keyTypeLabel = 1
    static let algorithmLabel = 3

    let map: CBORMap
    let row: COSEAlgorithm

    // Labels and key types: RFC 9053 §7, RFC 8230 §4 (RSA), RFC 9864 and draft-ietf-cose-dilithium (AKP).
    func publicKey() throws -> PublicKey {
        for label in privateLabels {
            guard map[label] == nil else { throw COSEKeyRejection.privateParameterPresent(label: label) }
        }
        switch row.keyShape {
        case .elliptic(let curve, let number):
            try require(keyType: 2, curve: number)
            return try .elliptic(curve, x: bytes(-2), y: bytes(-3))
        case .octet(let curve, let number):
            try require(keyType: 1, curve: number)
            return try .edwards(curve, bytes: bytes(-2))
        case .rsa:
            try require(keyType: 3)
            return try .rsa(modulus: number(-1), exponent: number(-2))
        case .lattice(let parameters):
            try require(keyType: 7)
            return try .mlDSA(parameters, bytes: bytes(-1))
        }
    }

    /// A key that was sent along with its private half is known to others, and would be stored with it.
    private var privateLabels: [Int] {
        switch row.keyShape {
        case .elliptic, .octet: [-4]
        case .rsa: Array(-12 ... -3)
        case .lattice: [-2]
        }
    }

    /// RFC 8230 wants the fewest bytes, but some encoders write numbers with a sign byte, as ASN.1 does.
    private func number(_ label: Int) throws(COSEKeyRejection) -> [UInt8] {
        let bytes = try bytes(label)
        return bytes.first == 0 ? Array(bytes.dropFirst()) : bytes
    }

    private func require(keyType: Int, curve: Int? = nil) throws(COSEKeyRejection) {
        guard map[Self.keyTypeLabel]?.intValue == keyType else { throw .keyTypeMismatch(row.id) }
        guard let curve else { return }
        guard map[-1]?.intValue == curve else { throw .keyTypeMismatch(row.id) }
    }

    private func bytes(_ label: Int) throws(COSEKeyRejection) -> [UInt8] {
        guard let bytes = map[label]?.bytesValue else { throw .parameterMissing(label: label) }
        return bytes
    }
}
