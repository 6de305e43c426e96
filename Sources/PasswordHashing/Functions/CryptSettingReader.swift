// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Reads what precedes the digest in a text of `crypt`, and bounds what it costs: `$2b$31$…` would take a month.
struct CryptSettingReader {
    private static let bcryptCosts = 4...15
    private static let shaRounds = 1000...1_000_000
    private static let maximumMemoryByteCount = 128 << 20
    /// What scrypt and yescrypt compute, in blocks of 128 bytes: a little less than a second.
    private static let maximumBlocks = 4 << 20
    /// yescrypt's flags of all hashes that systems make by default.
    private static let defaultFlavor: UInt32 = 47

    private var rest: ArraySlice<UInt8>

    /// Returns the number of bytes of the setting, and the memory that a hash takes. What follows is the digest.
    static func read(
        _ text: [UInt8], of method: CryptFunction.Method
    ) throws(PasswordHashRejection) -> (count: Int, memoryByteCount: Int) {
        var reader = CryptSettingReader(rest: text.dropFirst(method.rawValue.utf8.count))
        var memoryByteCount = 8 << 10
        switch method {
        case .bcrypt2a, .bcrypt2b, .bcrypt2y: try reader.readBcrypt()
        case .md5: try reader.readSalt(upTo: 8)
        case .sha256, .sha512:
            try reader.readRounds()
            try reader.readSalt(upTo: 16)
        case .scrypt:
            memoryByteCount = try reader.readScrypt()
            try reader.readSalt(upTo: 86)
        case .yescrypt, .gostYescrypt:
            memoryByteCount = try reader.readYescrypt()
            try reader.readSalt(upTo: 86)
        }
        return (text.count - reader.rest.count, memoryByteCount)
    }

    private mutating func readBcrypt() throws(PasswordHashRejection) {
        let cost = rest.prefix(2)
        guard cost.count == 2, cost.allSatisfy(\.isDigit) else { throw .malformed("cost") }
        rest = rest.dropFirst(2)
        guard Self.bcryptCosts.contains(cost.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }) else {
            throw .outOfBounds("cost")
        }
        guard skip("$") else { throw .malformed("cost") }
        let salt = rest.prefix(22)
        guard salt.count == 22, salt.allSatisfy(\.isCryptSymbol) else { throw .malformed("salt") }
        rest = rest.dropFirst(22)
    }

    private mutating func readRounds() throws(PasswordHashRejection) {
        guard skip("rounds=") else { return }
        let digits = rest.prefix(while: \.isDigit)
        guard let rounds = HashParameters.number([UInt8](digits)) else { throw .malformed("rounds") }
        guard Self.shaRounds.contains(rounds) else { throw .outOfBounds("rounds") }
        rest = rest[digits.endIndex...]
        guard skip("$") else { throw .malformed("rounds") }
    }

    /// Reads a salt and the dollar sign behind it.
    private mutating func readSalt(upTo count: Int) throws(PasswordHashRejection) {
        let salt = rest.prefix(while: \.isCryptSymbol)
        guard salt.count <= count else { throw .outOfBounds("salt") }
        rest = rest[salt.endIndex...]
        guard skip("$") else { throw .malformed("salt") }
    }

    /// The logarithm of N as one symbol, r and p as five each, the lowest first.
    private mutating func readScrypt() throws(PasswordHashRejection) -> Int {
        guard let logarithm = symbol(), let blockSize = fixedNumber(), let parallelization = fixedNumber() else {
            throw .malformed("parameters")
        }
        return try Self.memory(logarithm: logarithm, blockSize: blockSize, repetitions: parallelization)
    }

    private mutating func readYescrypt() throws(PasswordHashRejection) -> Int {
        guard let flavor = variableNumber(from: 0), let logarithm = variableNumber(from: 1),
            let blockSize = variableNumber(from: 1)
        else { throw .malformed("parameters") }
        guard flavor == Self.defaultFlavor else { throw .outOfBounds("parameters") }
        var (parallelization, time): (UInt32, UInt32) = (1, 0)
        if rest.first != UInt8(ascii: "$") {
            guard let members = variableNumber(from: 1) else { throw .malformed("parameters") }
            // The others are the hash's upgrades and a table in ROM.
            guard members < 4 else { throw .outOfBounds("parameters") }
            if members & 1 != 0 {
                guard let number = variableNumber(from: 2) else { throw .malformed("parameters") }
                parallelization = number
            }
            if members & 2 != 0 {
                guard let number = variableNumber(from: 1) else { throw .malformed("parameters") }
                time = number
            }
        }
        guard skip("$") else { throw .malformed("parameters") }
        guard (1...16).contains(parallelization), time <= 10 else { throw .outOfBounds("parameters") }
        return try Self.memory(logarithm: logarithm, blockSize: blockSize, repetitions: time + 1)
    }

    private static func memory(
        logarithm: UInt32, blockSize: UInt32, repetitions: UInt32
    ) throws(PasswordHashRejection) -> Int {
        guard (1...20).contains(logarithm), (1...64).contains(blockSize), (1...32).contains(repetitions) else {
            throw .outOfBounds("parameters")
        }
        let blocks = Int(blockSize) << Int(logarithm)
        guard blocks << 7 <= maximumMemoryByteCount, blocks * Int(repetitions) <= maximumBlocks else {
            throw .outOfBounds("parameters")
        }
        return blocks << 7
    }

    private mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func symbol() -> UInt32? {
        guard let value = rest.first?.cryptValue else { return nil }
        rest = rest.dropFirst()
        return value
    }

    private mutating func fixedNumber() -> UInt32? {
        var number: UInt32 = 0
        for position in 0..<5 as Range<UInt32> {
            guard let value = symbol() else { return nil }
            number |= value << (6 * position)
        }
        return number
    }

    /// A number of yescrypt's encoding. Its first symbol says how many follow: below 48 none, and so on in ranges that
    /// become narrower.
    private mutating func variableNumber(from minimum: UInt32) -> UInt32? {
        guard let first = symbol() else { return nil }
        var (start, end, number): (UInt32, UInt32, UInt32) = (0, 47, minimum)
        var bits: UInt32 = 0
        while first > end {
            number &+= (end + 1 - start) << bits
            start = end + 1
            end = start + (62 - end) / 2
            bits += 6
        }
        number &+= (first - start) << bits
        while bits > 0 {
            guard let value = symbol() else { return nil }
            bits -= 6
            number &+= value << bits
        }
        return number
    }
}
