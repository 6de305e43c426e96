// SPDX-License-Identifier: Apache-2.0

/// The position of a JSON reader in its input. No other JSON code reads the bytes.
struct JSONCursor {
    private let bytes: [UInt8]
    private(set) var offset = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { offset >= bytes.count }

    func peek() -> UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    mutating func advance() {
        offset = min(offset + 1, bytes.count)
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        offset += 1
        return true
    }

    mutating func skipWhiteSpace() {
        while let byte = peek(), byte <= 0x20, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            offset += 1
        }
    }

    /// Skips digits and returns their number.
    mutating func skipDigits() -> Int {
        let start = offset
        while let byte = peek(), byte &- 0x30 <= 9 {
            offset += 1
        }
        return offset - start
    }

    /// The bytes since the cursor was at `start`, an earlier value of ``offset``.
    func slice(since start: Int) -> ArraySlice<UInt8> {
        bytes[min(start, offset)..<offset]
    }

    /// The same bytes as text, which must be ASCII.
    func ascii(since start: Int) -> String {
        let range = min(start, offset)..<offset
        return bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
    }

    /// Skips the literal bytes of a string: up to a quotation mark, a reverse solidus, a control character or the end.
    /// Returns whether all of them are ASCII.
    mutating func skipPlainText() -> Bool {
        let start = offset
        let (end, isASCII) = bytes.withUnsafeBytes { $0.endOfPlainText(from: start) }
        offset = end
        return isASCII
    }
}

extension UnsafeRawBufferPointer {
    /// The end of the literal bytes of a JSON string from `start` on, and whether all of them are ASCII.
    func endOfPlainText(from start: Int) -> (end: Int, isASCII: Bool) {
        var end = start
        var high: UInt64 = 0
        while count - end >= 8 {
            let word = UInt64(littleEndian: loadUnaligned(fromByteOffset: end, as: UInt64.self))
            let stop = EightBytes.firstStop(word)
            guard stop == 0 else {
                // Only the lowest mark is exact. The bytes below it are plain text.
                let plainBytes = stop.trailingZeroBitCount / 8
                high |= word & (1 << UInt64(8 * plainBytes) - 1)
                return (end + plainBytes, high & EightBytes.highBits == 0)
            }
            high |= word
            end += 8
        }
        while end < count, let byte = Optional(self[end]), byte >= 0x20, byte != 0x22, byte != 0x5C {
            high |= UInt64(byte)
            end += 1
        }
        return (end, high & EightBytes.highBits == 0)
    }
}

/// Tests of eight bytes at once. In `x - 0x01…` a zero byte is the first that borrows into its top bit, so the
/// lowest mark is right; marks above it may come from that borrow.
private enum EightBytes {
    static let highBits: UInt64 = 0x8080_8080_8080_8080
    static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Zero if every byte is literal in a JSON string. Otherwise the lowest set bit is in the first byte that is not.
    static func firstStop(_ word: UInt64) -> UInt64 {
        let quotationMark = word ^ (ones &* 0x22)
        let reverseSolidus = word ^ (ones &* 0x5C)
        let control = (word &- (ones &* 0x20)) & ~word
        let found = (quotationMark &- ones) & ~quotationMark | (reverseSolidus &- ones) & ~reverseSolidus | control
        return found & highBits
    }
}
