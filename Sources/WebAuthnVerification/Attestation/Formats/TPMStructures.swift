// SPDX-License-Identifier: Apache-2.0

package import Cryptography
import WireFormats

/// A TPM's description of a public key: TPMT_PUBLIC (TPM 2.0 part 2, §12.2.4).
package struct TPMPublicArea: Hashable, Sendable {
    /// The key.
    package enum Key: Hashable, Sendable {
        case rsa(modulus: [UInt8], exponent: UInt32)
        case elliptic(EllipticCurve, x: [UInt8], y: [UInt8])
    }

    package let key: Key
    /// The name of the object: the number of the name algorithm, and its digest of the whole structure.
    package let name: [UInt8]

    /// Parses the structure. Supports RSA and elliptic keys only, because no others can sign.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do {
            let type = try reader.readUInt16()
            let nameAlgorithm = try reader.readUInt16()
            _ = try reader.readUInt32()
            _ = try reader.takeSized()
            guard let digest = TPMNumber.digests[nameAlgorithm] else { return nil }
            name = [UInt8(nameAlgorithm >> 8), UInt8(nameAlgorithm & 0xFF)] + digest.hash(bytes)
            guard let key = try Self.readKey(ofType: type, from: &reader), reader.isAtEnd else { return nil }
            self.key = key
        } catch {
            return nil
        }
    }

    /// Whether the structure contains this key.
    package func describes(_ publicKey: PublicKey) -> Bool {
        switch key {
        case .rsa(let modulus, let exponent):
            guard let other = publicKey.rsaComponents else { return false }
            return Self.isEqual(modulus, to: other.modulus)
                && Self.isEqual(Self.bytes(of: exponent), to: other.exponent)
        case .elliptic(let curve, let x, let y):
            guard publicKey.kind == .elliptic(curve), let point = publicKey.ellipticPoint else { return false }
            return Self.isEqual(x, to: point.x) && Self.isEqual(y, to: point.y)
        }
    }

    private static func readKey(ofType type: UInt16, from reader: inout ByteReader) throws(ByteReader.Underrun) -> Key?
    {
        guard type == TPMNumber.rsa || type == TPMNumber.ecc else { return nil }
        if try reader.readUInt16() != TPMNumber.null { _ = try reader.take(4) }
        if try reader.readUInt16() != TPMNumber.null { _ = try reader.readUInt16() }
        if type == TPMNumber.rsa {
            _ = try reader.readUInt16()
            let exponent = try reader.readUInt32()
            return .rsa(modulus: try reader.takeSized(), exponent: exponent == 0 ? 65537 : exponent)
        }
        let curve = TPMNumber.curves[try reader.readUInt16()]
        if try reader.readUInt16() != TPMNumber.null { _ = try reader.readUInt16() }
        let x = try reader.takeSized()
        let y = try reader.takeSized()
        return curve.map { .elliptic($0, x: x, y: y) }
    }

    /// Whether two integers are equal. A TPM may omit leading zero bytes.
    private static func isEqual(_ one: [UInt8], to other: [UInt8]) -> Bool {
        one.drop { $0 == 0 } == other.drop { $0 == 0 }
    }

    private static func bytes(of number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

/// Algorithm numbers of the TPM (TPM 2.0 part 2, §6.3 and §6.4).
private enum TPMNumber {
    static let rsa: UInt16 = 0x0001
    static let null: UInt16 = 0x0010
    static let ecc: UInt16 = 0x0023
    static let digests: [UInt16: DigestAlgorithm] = [0x0004: .sha1, 0x000B: .sha256, 0x000C: .sha384, 0x000D: .sha512]
    static let curves: [UInt16: EllipticCurve] = [0x0003: .p256, 0x0004: .p384, 0x0005: .p521]
}

/// A TPM's certification of one of its keys: TPMS_ATTEST (TPM 2.0 part 2, §10.12.8).
package struct TPMCertificationInfo: Hashable, Sendable {
    /// TPM_GENERATED_VALUE.
    package static let generatedByTPM: UInt32 = 0xFF54_4347
    /// TPM_ST_ATTEST_CERTIFY.
    package static let certifiesKey: UInt16 = 0x8017

    package let magic: UInt32
    package let type: UInt16
    package let extraData: [UInt8]
    package let attestedName: [UInt8]

    /// Parses the structure. Ignores the clock, the firmware version and the signer's name.
    package init?(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        do {
            magic = try reader.readUInt32()
            type = try reader.readUInt16()
            _ = try reader.takeSized()
            extraData = try reader.takeSized()
            _ = try reader.take(17 + 8)
            attestedName = try reader.takeSized()
            _ = try reader.takeSized()
        } catch {
            return nil
        }
        guard reader.isAtEnd else { return nil }
    }
}

extension ByteReader {
    /// Returns the bytes of a TPM2B structure, which follow their 16-bit length.
    mutating func takeSized() throws(ByteReader.Underrun) -> [UInt8] {
        try take(Int(readUInt16()))
    }
}
