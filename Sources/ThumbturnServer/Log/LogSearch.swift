// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A search for the lines of one request in a log of any length, a portion at a time.
struct LogSearch {
    private static let portion = 262_144
    /// The maximum length of a line, with room for a collector's prefix such as a time or a name.
    private static let lineLimit = 16_384
    /// The maximum number of lines. A request has one line and few notices.
    private static let resultLimit = 20

    private let reference: String
    private let needle: ByteNeedle
    private let readSome: (Int) -> [UInt8]
    private var found: [JSONObject] = []

    init(for reference: String, readSome: @escaping (Int) -> [UInt8]) {
        self.reference = reference
        needle = ByteNeedle(Array(reference.utf8))
        self.readSome = readSome
    }

    /// Returns the lines of the request, in order.
    mutating func run() -> [JSONObject] {
        var rest: [UInt8] = []
        var isInLongLine = false
        while found.count < Self.resultLimit {
            let some = readSome(Self.portion)
            guard !some.isEmpty else { break }
            guard let end = some.lastIndex(of: UInt8(ascii: "\n")) else {
                isInLongLine = isInLongLine || rest.count + some.count > Self.lineLimit
                rest = isInLongLine ? [] : rest + some
                continue
            }
            // The first line of the portion may be the end of a line that is too long to be the server's.
            let start = isInLongLine ? some.firstIndex(of: UInt8(ascii: "\n")) ?? end : some.startIndex
            search(rest + some[start...end])
            rest = Array(some[(end + 1)...])
            isInLongLine = rest.count > Self.lineLimit
            if isInLongLine { rest = [] }
        }
        search(rest)
        return found
    }

    private mutating func search(_ bytes: [UInt8]) {
        var position = 0
        while found.count < Self.resultLimit, let hit = needle.find(in: bytes, from: position) {
            let start = bytes[position..<hit].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? position
            let end = bytes[hit...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
            if end - start <= Self.lineLimit, let fields = LogLine.fields(of: bytes[start..<end]),
                fields["reference"]?.stringValue == reference
            {
                found.append(fields)
            }
            position = end
        }
    }
}

/// A search for a few bytes in many, by Horspool's algorithm: most bytes of a log are never examined.
private struct ByteNeedle {
    private let bytes: [UInt8]
    private var skips: [Int]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        skips = [Int](repeating: bytes.count, count: 256)
        for (index, byte) in bytes.dropLast().enumerated() { skips[Int(byte)] = bytes.count - 1 - index }
    }

    func find(in haystack: [UInt8], from start: Int) -> Int? {
        guard let last = bytes.last else { return nil }
        return haystack.withUnsafeBufferPointer { haystack in
            var end = start + bytes.count - 1
            while end < haystack.count {
                let byte = haystack[end]
                let first = end + 1 - bytes.count
                if byte == last, haystack[first...end].elementsEqual(bytes) { return first }
                end += skips[Int(byte)]
            }
            return nil
        }
    }
}
