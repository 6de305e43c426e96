// SPDX-License-Identifier: Apache-2.0

// The form of what this server seals for itself and reads often: fields with their length in front. Reading JSON takes
// several times as long.

extension [UInt8] {
    @inlinable
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    @inlinable
    package mutating func append(field: some Collection<UInt8>) {
        append(bigEndian: UInt32(truncatingIfNeeded: field.count))
        append(contentsOf: field)
    }

    /// Appends an optional field behind its number, if there is a text.
    @inlinable
    package mutating func append(_ text: String?, as member: some RawRepresentable<UInt8>) {
        guard let text else { return }
        append(member.rawValue)
        append(field: text.utf8)
    }

    /// Appends an optional field behind its number, if the list is not empty.
    @inlinable
    package mutating func append(_ texts: [String], as member: some RawRepresentable<UInt8>) {
        guard !texts.isEmpty else { return }
        var fields: [UInt8] = []
        for text in texts { fields.append(field: text.utf8) }
        append(member.rawValue)
        append(field: fields)
    }
}

extension ByteReader {
    package mutating func readField() -> ArraySlice<UInt8>? {
        guard let count = try? readUInt32() else { return nil }
        return try? takeSlice(Int(count))
    }

    /// Reads a text, which was authenticated, so that it is as it was written.
    package mutating func readText() -> String? {
        readField().map { String(decoding: $0, as: UTF8.self) }
    }

    package mutating func readTimestamp() -> Timestamp? {
        (try? readUInt64()).map { Timestamp(secondsSince1970: Int64(bitPattern: $0)) }
    }

    /// Reads texts up to the end. Returns `nil` if the last one is cut short.
    package mutating func readTexts() -> [String]? {
        var texts: [String] = []
        while !isAtEnd {
            guard let text = readText() else { return nil }
            texts.append(text)
        }
        return texts
    }
}
