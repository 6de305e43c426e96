// SPDX-License-Identifier: Apache-2.0

/// Bytes that have come and were not read yet.
struct ByteQueue: Sendable {
    private(set) var bytes: [UInt8] = []
    private var position = 0
    /// How far the search for the end of the line has come.
    private var scanned = 0

    var count: Int { bytes.count - position }

    var isEmpty: Bool { position == bytes.count }

    mutating func append(_ more: some Collection<UInt8>) {
        if position == bytes.count || position >= 16 << 10 { discardRead() }
        bytes.append(contentsOf: more)
    }

    /// The indices of the next line in ``bytes``, without its end; nil while it is not complete. They hold until more is
    /// appended. A line longer than `limit` is refused as soon as it is seen to be.
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

    /// The next bytes, up to `limit` of them.
    mutating func take(atMost limit: Int) -> ArraySlice<UInt8> {
        let taken = bytes[position..<position + min(max(limit, 0), count)]
        position = taken.endIndex
        scanned = position
        return taken
    }

    private mutating func discardRead() {
        // What one large request needed is not kept for the next.
        if position == bytes.count, bytes.capacity > 8 << 10 {
            bytes = []
        } else {
            bytes.removeSubrange(..<position)
        }
        scanned -= position
        position = 0
    }
}
