// SPDX-License-Identifier: Apache-2.0

/// A queue of received bytes that haven't been parsed yet.
struct ByteQueue: Sendable {
    private(set) var bytes: [UInt8] = []
    private var position = 0
    /// The index up to which bytes were searched for the end of the line.
    private var scanned = 0

    var count: Int { bytes.count - position }

    var isEmpty: Bool { position == bytes.count }

    mutating func append(_ more: some Collection<UInt8>) {
        if position == bytes.count || position >= 16 << 10 { discardRead() }
        bytes.append(contentsOf: more)
    }

    /// Consumes the next line and returns its range in ``bytes`` without the CRLF. Returns `nil` while the line is
    /// incomplete. The range is valid until the next append. Throws as soon as the line exceeds `limit`.
    mutating func takeLine(
        atMost limit: Int,
        otherwise tooLong: RequestRejection
    ) throws(RequestRejection) -> Range<Int>? {
        while scanned < bytes.count {
            let byte = bytes[scanned]
            if byte == .carriageReturn {
                guard scanned + 1 < bytes.count else { return nil }
                guard bytes[scanned + 1] == .lineFeed else { throw .bareCarriageReturn }
                let line = position..<scanned
                scanned += 2
                position = scanned
                return line
            }
            if byte.isControl { throw byte == .lineFeed ? .bareLineFeed : .controlCharacter }
            scanned += 1
            guard scanned - position <= limit else { throw tooLong }
        }
        return nil
    }

    /// Consumes and returns up to `limit` bytes.
    mutating func take(atMost limit: Int) -> ArraySlice<UInt8> {
        let taken = bytes[position..<position + min(max(limit, 0), count)]
        position = taken.endIndex
        scanned = position
        return taken
    }

    private mutating func discardRead() {
        // Releases the memory that a large request needed.
        if position == bytes.count, bytes.capacity > 8 << 10 {
            bytes = []
        } else {
            bytes.removeSubrange(..<position)
        }
        scanned -= position
        position = 0
    }
}
