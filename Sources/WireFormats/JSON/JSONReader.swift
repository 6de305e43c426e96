// SPDX-License-Identifier: Apache-2.0

/// A strict parser for JSON (RFC 8259) in untrusted UTF-8.
package struct JSONReader {
    package struct Limits: Hashable, Sendable {
        /// The greatest depth of nested arrays and objects.
        package var depth: Int
        /// The greatest length of the input.
        package var bytes: Int

        package init(depth: Int = 64, bytes: Int = 1 << 20) {
            self.depth = depth
            self.bytes = bytes
        }
    }

    var cursor: JSONCursor

    /// Reads the whole of `bytes` as one value.
    package static func read(_ bytes: [UInt8], limits: Limits = Limits()) throws(JSONRejection) -> JSONValue {
        guard bytes.count <= limits.bytes else { throw .tooLarge }
        guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw .byteOrderMark }
        var reader = JSONReader(cursor: JSONCursor(bytes))
        reader.cursor.skipWhiteSpace()
        guard !reader.cursor.isAtEnd else { throw .empty }
        let value = try reader.readValue(depthLeft: limits.depth)
        reader.cursor.skipWhiteSpace()
        guard reader.cursor.isAtEnd else { throw .trailingBytes(offset: reader.cursor.offset) }
        return value
    }

    private mutating func readValue(depthLeft: Int) throws(JSONRejection) -> JSONValue {
        guard let first = cursor.peek() else { throw .unexpectedEnd }
        switch first {
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "{"):
            guard depthLeft > 0 else { throw .tooDeep }
            return .object(try readObject(depthLeft: depthLeft - 1))
        case UInt8(ascii: "["):
            guard depthLeft > 0 else { throw .tooDeep }
            return .array(try readArray(depthLeft: depthLeft - 1))
        case UInt8(ascii: "t"): return try readWord("true", as: .bool(true))
        case UInt8(ascii: "f"): return try readWord("false", as: .bool(false))
        case UInt8(ascii: "n"): return try readWord("null", as: .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try readNumber())
        default: throw unexpected()
        }
    }

    private mutating func readObject(depthLeft: Int) throws(JSONRejection) -> JSONObject {
        cursor.advance()
        cursor.skipWhiteSpace()
        guard !cursor.take(UInt8(ascii: "}")) else { return JSONObject() }
        var members: [JSONObject.Member] = []
        members.reserveCapacity(8)
        var names = NameCheck()
        while true {
            guard cursor.peek() == UInt8(ascii: "\"") else { throw unexpected() }
            let start = cursor.offset
            let name = try readString()
            guard names.admit(name, after: members) else { throw .duplicateMember(name, offset: start) }
            cursor.skipWhiteSpace()
            guard cursor.take(UInt8(ascii: ":")) else { throw unexpected() }
            cursor.skipWhiteSpace()
            members.append(JSONObject.Member(name: name, value: try readValue(depthLeft: depthLeft)))
            cursor.skipWhiteSpace()
            if cursor.take(UInt8(ascii: "}")) { return JSONObject(members) }
            guard cursor.take(UInt8(ascii: ",")) else { throw unexpected() }
            cursor.skipWhiteSpace()
        }
    }

    private mutating func readArray(depthLeft: Int) throws(JSONRejection) -> [JSONValue] {
        cursor.advance()
        cursor.skipWhiteSpace()
        guard !cursor.take(UInt8(ascii: "]")) else { return [] }
        var items: [JSONValue] = []
        while true {
            items.append(try readValue(depthLeft: depthLeft))
            cursor.skipWhiteSpace()
            if cursor.take(UInt8(ascii: "]")) { return items }
            guard cursor.take(UInt8(ascii: ",")) else { throw unexpected() }
            cursor.skipWhiteSpace()
        }
    }

    private mutating func readWord(_ word: StaticString, as value: JSONValue) throws(JSONRejection) -> JSONValue {
        for byte in UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount) {
            guard cursor.take(byte) else { throw unexpected() }
        }
        return value
    }

    private mutating func readNumber() throws(JSONRejection) -> JSONNumber {
        let start = cursor.offset
        _ = cursor.take(UInt8(ascii: "-"))
        if cursor.take(UInt8(ascii: "0")) {
            guard cursor.skipDigits() == 0 else { throw .invalidNumber(offset: start) }
        } else {
            guard cursor.skipDigits() > 0 else { throw .invalidNumber(offset: start) }
        }
        if cursor.take(UInt8(ascii: ".")) {
            guard cursor.skipDigits() > 0 else { throw .invalidNumber(offset: start) }
        }
        if cursor.take(UInt8(ascii: "e")) || cursor.take(UInt8(ascii: "E")) {
            _ = cursor.take(UInt8(ascii: "+")) || cursor.take(UInt8(ascii: "-"))
            guard cursor.skipDigits() > 0 else { throw .invalidNumber(offset: start) }
        }
        return JSONNumber(validated: cursor.ascii(since: start))
    }

    private func unexpected() -> JSONRejection {
        cursor.isAtEnd ? .unexpectedEnd : .unexpectedByte(offset: cursor.offset)
    }
}

/// A check that no two members of an object have the same name.
private struct NameCheck {
    /// With fewer members, comparing each is cheaper than a set. With more, only a set keeps hostile objects linear.
    private static let linearLimit = 16

    private var seen: Set<ExactText> = []

    mutating func admit(_ name: String, after members: [JSONObject.Member]) -> Bool {
        guard members.count >= Self.linearLimit else {
            return members.firstIndex(named: name) == nil
        }
        if seen.isEmpty { seen = Set(members.map { ExactText($0.name) }) }
        return seen.insert(ExactText(name)).inserted
    }
}
