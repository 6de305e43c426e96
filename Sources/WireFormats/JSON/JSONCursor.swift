// SPDX-License-Identifier: Apache-2.0

/// Where a JSON reader stands in its input; no other JSON code touches the bytes.
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

    /// Passes over digits and says how many there were.
    mutating func skipDigits() -> Int {
        let start = offset
        while let byte = peek(), byte &- 0x30 <= 9 {
            offset += 1
        }
        return offset - start
    }

    /// What was passed since the cursor stood at `start`, which an earlier ``offset`` must have said.
    func slice(since start: Int) -> ArraySlice<UInt8> {
        bytes[min(start, offset)..<offset]
    }

    /// The same as text that is known to be ASCII.
    func ascii(since start: Int) -> String {
        let range = min(start, offset)..<offset
        return bytes.withUnsafeBufferPointer { String(decoding: $0[range], as: UTF8.self) }
    }

    /// Passes over the bytes of a string that stand for themselves: up to a quotation mark, a reverse solidus, a control
    /// character or the end. Says whether all of them were ASCII.
    mutating func skipPlainText() -> Bool {
        let start = offset
        let (end, isASCII) = bytes.withUnsafeBytes { buffer in
            var end = start
            var high: UInt64 = 0
            while buffer.count - end >= 8 {
                let word = UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: end, as: UInt64.self))
                let stop = EightBytes.firstStop(word)
                guard stop == 0 else {
                    // Only the lowest mark is exact; what lies below it is the plain text of this word.
                    let plainBytes = stop.trailingZeroBitCount / 8
                    high |= word & (1 << UInt64(8 * plainBytes) - 1)
                    return (end + plainBytes, high & EightBytes.highBits == 0)
                }
                high |= word
                end += 8
            }
            while end < buffer.count, let byte = Optional(buffer[end]), byte >= 0x20, byte != 0x22, byte != 0x5C {
                high |= UInt64(byte)
                end += 1
            }
            return (end, high & EightBytes.highBits == 0)
        }
        offset = end
        return isASCII
    }
}

/// Questions asked of eight bytes at once. In `x - 0x01…` a zero byte is the first that borrows into its top bit, so the
/// lowest mark is right; marks above it may come from that borrow.
private enum EightBytes {
    static let highBits: UInt64 = 0x8080_8080_8080_8080
    static let ones: UInt64 = 0x0101_0101_0101_0101

    /// Zero when every byte stands for itself in a JSON string; otherwise the lowest set bit is in the first that does not.
    static func firstStop(_ word: UInt64) -> UInt64 {
        let quotationMark = word ^ (ones &* 0x22)
        let reverseSolidus = word ^ (ones &* 0x5C)
        let control = (word &- (ones &* 0x20)) & ~word
        let found = (quotationMark &- ones) & ~quotationMark | (reverseSolidus &- ones) & ~reverseSolidus | control
        return found & highBits
    }
}
