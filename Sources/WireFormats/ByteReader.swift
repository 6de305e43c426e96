// SPDX-License-Identifier: Apache-2.0

/// A bounds-checked cursor over untrusted bytes.
package struct ByteReader: Sendable {
    /// A read of more bytes than are left.
    package struct Underrun: Error, Hashable {
        package var wanted: Int
        package var available: Int

        package init(wanted: Int, available: Int) {
            self.wanted = wanted
            self.available = available
        }
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    package init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// The number of bytes that have been read.
    package var offset: Int { position - bytes.startIndex }

    package var remaining: Int { bytes.endIndex - position }

    package var isAtEnd: Bool { position == bytes.endIndex }

    /// The bytes that have not been read.
    package var rest: ArraySlice<UInt8> { bytes[position...] }

    package func peek() -> UInt8? {
        isAtEnd ? nil : bytes[position]
    }

    package mutating func readUInt8() throws(Underrun) -> UInt8 {
        guard remaining >= 1 else { throw Underrun(wanted: 1, available: remaining) }
        defer { position += 1 }
        return bytes[position]
    }

    package mutating func readUInt16() throws(Underrun) -> UInt16 {
        UInt16(truncatingIfNeeded: try readBigEndian(2))
    }

    package mutating func readUInt32() throws(Underrun) -> UInt32 {
        UInt32(truncatingIfNeeded: try readBigEndian(4))
    }

    package mutating func readUInt64() throws(Underrun) -> UInt64 {
        try readBigEndian(8)
    }

    package mutating func take(_ count: Int) throws(Underrun) -> [UInt8] {
        Array(try takeSlice(count))
    }

    package mutating func takeSlice(_ count: Int) throws(Underrun) -> ArraySlice<UInt8> {
        guard count >= 0, count <= remaining else { throw Underrun(wanted: count, available: remaining) }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// The bytes that were read since the cursor was at `offset`, an earlier value of ``offset``.
    func slice(since offset: Int) -> ArraySlice<UInt8> {
        bytes[bytes.startIndex + min(max(offset, 0), self.offset)..<position]
    }

    private mutating func readBigEndian(_ count: Int) throws(Underrun) -> UInt64 {
        try takeSlice(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
