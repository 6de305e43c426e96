// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnVerification

extension FuzzTarget {
    /// Every byte belongs to a part, the parts are in the input, and a public area describes its key.
    static let tpm = FuzzTarget(name: "tpm", accepts: ["an RSA key", "an elliptic key", "a certification"]) { bytes in
        if let area = TPMPublicArea(bytes) { check(area, of: bytes) }
        if let info = TPMCertificationInfo(bytes) { check(info, of: bytes) }
    }

    private static func check(_ area: TPMPublicArea, of bytes: [UInt8]) {
        require(TPMPublicArea(bytes) == area, "parsing is deterministic")
        require(
            TPMPublicArea(bytes + [0]) == nil && TPMPublicArea(bytes.dropLast()) == nil,
            "one byte more or less is rejected")
        require(area.name.prefix(2) == bytes[2..<4], "the name begins with its algorithm")
        require([20, 32, 48, 64].contains(area.name.count - 2), "the name is a digest")
        switch area.key {
        case .rsa(let modulus, let exponent):
            accepted("an RSA key")
            require(isPart(modulus, of: bytes) && exponent != 0, "the key's numbers are in the input")
            let exponentBytes = withUnsafeBytes(of: exponent.bigEndian) { Array($0.drop { $0 == 0 }) }
            let key = try? PublicKey.rsa(modulus: Array(modulus.drop { $0 == 0 }), exponent: exponentBytes)
            require(key.map(area.describes) ?? true, "a public area describes its key")
        case .elliptic(let curve, let x, let y):
            accepted("an elliptic key")
            require(isPart(x, of: bytes) && isPart(y, of: bytes), "the key's numbers are in the input")
            let key = try? PublicKey.elliptic(curve, x: x, y: y)
            require(key.map(area.describes) ?? true, "a public area describes its key")
        }
    }

    private static func check(_ info: TPMCertificationInfo, of bytes: [UInt8]) {
        accepted("a certification")
        require(TPMCertificationInfo(bytes) == info, "parsing is deterministic")
        require(
            TPMCertificationInfo(bytes + [0]) == nil && TPMCertificationInfo(bytes.dropLast()) == nil,
            "one byte more or less is rejected")
        let head = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: info.magic >> $0) }
        require(
            bytes.starts(with: head + [UInt8(info.type >> 8), UInt8(info.type & 0xFF)]),
            "the input begins with magic and type")
        require(isPart(info.extraData, of: bytes) && isPart(info.attestedName, of: bytes), "the parts are in the input")
    }
}
