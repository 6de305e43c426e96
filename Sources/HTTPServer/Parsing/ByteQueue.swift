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
        let end = min(bytes.count, position + limit + 1)
        guard let control = firstControl(before: end) else {
            scanned = end
            guard end - position <= limit else { throw tooLong }
            return nil
        }
        scanned = control
        guard bytes[control] == .carriageReturn else {
            throw bytes[control] == .lineFeed ? .bareLineFeed : .controlCharacter
        }
        guard control + 1 < bytes.count else { return nil }
        guard bytes[control + 1] == .lineFeed else { throw .bareCarriageReturn }
        let line = position..<control
        scanned += 2
        position = scanned
        return line
    }

    /// Returns the index of the first control character that has not been searched.
    private func firstControl(before end: Int) -> Int? {
        bytes.withUnsafeBufferPointer { bytes in
            var index = scanned
            while index < end {
                if bytes[index].isControl { return index }
                index += 1
            }
            return nil
        }
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
