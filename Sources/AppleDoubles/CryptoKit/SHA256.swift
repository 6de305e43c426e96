// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public struct SHA256Digest: Sequence, ContiguousBytes, Hashable, Sendable, CustomStringConvertible {
    public static var byteCount: Int { 32 }

    private let bytes: [UInt8]

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    public func makeIterator() -> Array<UInt8>.Iterator { bytes.makeIterator() }

    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try bytes.withUnsafeBytes(body)
    }

    public var description: String { "SHA256 digest: " + bytes.map(Self.hexadecimal).joined() }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1. Apple's takes `DataProtocol`; everything that is one
// and that this project hashes has contiguous bytes too.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
public struct SHA256: Sendable {
    public typealias Digest = SHA256Digest

    public static var byteCount: Int { SHA256Digest.byteCount }
    public static var blockByteCount: Int { 64 }

    private var state: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    private var pending: [UInt8] = []
    private var byteCount: UInt64 = 0

    public init() {}

    public static func hash(data: some ContiguousBytes) -> SHA256Digest {
        var hash = SHA256()
        hash.update(data: data)
        return hash.finalize()
    }

    public mutating func update(data: some ContiguousBytes) {
        data.withUnsafeBytes { bytes in
            byteCount += UInt64(bytes.count)
            var rest = bytes[...]
            if !pending.isEmpty {
                let missing = rest.prefix(64 - pending.count)
                pending.append(contentsOf: missing)
                rest = rest.dropFirst(missing.count)
                guard pending.count == 64 else { return }
                let block = pending
                block.withUnsafeBytes { compress($0) }
                pending.removeAll()
            }
            while rest.count >= 64 {
                compress(UnsafeRawBufferPointer(rebasing: rest.prefix(64)))
                rest = rest.dropFirst(64)
            }
            pending.append(contentsOf: rest)
        }
    }

    public func finalize() -> SHA256Digest {
        var copy = self
        let bitCount = byteCount * 8
        let zeros = (119 - pending.count) % 64
        copy.update(data: Data([0x80] + [UInt8](repeating: 0, count: zeros)))
        copy.update(data: Data(Self.bytes(of: bitCount)))
        return SHA256Digest(bytes: copy.state.flatMap(Self.bytes))
    }

    private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }

    /// FIPS 180-4, 6.2.2.
    private mutating func compress(_ block: UnsafeRawBufferPointer) {
        var schedule = [UInt32](repeating: 0, count: 64)
        for index in 0..<16 {
            schedule[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
        }
        for index in 16..<64 {
            schedule[index] =
                schedule[index - 16] &+ Self.smallSigma0(schedule[index - 15]) &+ schedule[index - 7]
                &+ Self.smallSigma1(schedule[index - 2])
        }
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in 0..<64 {
            let choice = (e & f) ^ (~e & g)
            let first = h &+ Self.bigSigma1(e) &+ choice &+ Self.constants[index] &+ schedule[index]
            let majority = (a & b) ^ (a & c) ^ (b & c)
            let second = Self.bigSigma0(a) &+ majority
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { word &>> count | word &<< (32 &- count) }

    private static func smallSigma0(_ word: UInt32) -> UInt32 { rotate(word, 7) ^ rotate(word, 18) ^ word &>> 3 }

    private static func smallSigma1(_ word: UInt32) -> UInt32 { rotate(word, 17) ^ rotate(word, 19) ^ word &>> 10 }

    private static func bigSigma0(_ word: UInt32) -> UInt32 { rotate(word, 2) ^ rotate(word, 13) ^ rotate(word, 22) }

    private static func bigSigma1(_ word: UInt32) -> UInt32 { rotate(word, 6) ^ rotate(word, 11) ^ rotate(word, 25) }

    /// The fractional parts of the cube roots of the first 64 primes.
    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
