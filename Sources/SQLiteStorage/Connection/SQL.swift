// SPDX-License-Identifier: Apache-2.0

import CSQLite
import POSIX
import WireFormats

/// The text of a statement. It consists of literals only, so that values can't be injected.
final class SQL: Sendable {
    let text: String
    /// The place of the prepared statement in each connection's list.
    let number: Int

    private static let count = Locked(0)

    /// Joins parts of a statement with spaces.
    init(_ parts: StaticString...) {
        text = parts.map(\.description).joined(separator: " ")
        number = Self.count.withLock { count in
            defer { count += 1 }
            return count
        }
    }
}

/// A value to bind to a statement. `nil` is NULL.
enum SQLValue {
    case integer(Int64?)
    case text(String?)
    /// Text as UTF-8.
    case utf8([UInt8])
    case bytes([UInt8]?)

    static func time(_ time: Timestamp?) -> Self { .integer(time?.secondsSince1970) }

    static func flag(_ flag: Bool) -> Self { .integer(flag ? 1 : 0) }

    static func count(_ count: Int) -> Self { .integer(Int64(count)) }

    static func json(_ object: JSONObject) -> Self {
        .utf8(JSONValue.object(object).serialized())
    }

    static func words(_ words: [String]) -> Self {
        .utf8(JSONValue.array(words.map(JSONValue.string)).serialized())
    }

    /// Binds a copy of the value and returns SQLite's result code.
    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        switch self {
        case .integer(let number?): return sqlite3_bind_int64(statement, index, number)
        case .text(var text?): return text.withUTF8 { Self.bind(text: $0, to: statement, at: index) }
        case .utf8(let text): return text.withUnsafeBufferPointer { Self.bind(text: $0, to: statement, at: index) }
        case .bytes(let bytes?):
            return bytes.withUnsafeBytes {
                CSQLite_bind_blob(statement, index, $0.baseAddress, Int32(clamping: $0.count))
            }
        case .integer(nil), .text(nil), .bytes(nil): return sqlite3_bind_null(statement, index)
        }
    }

    private static func bind(
        text: UnsafeBufferPointer<UInt8>, to statement: OpaquePointer, at index: Int32
    ) -> Int32 {
        text.withMemoryRebound(to: CChar.self) { characters in
            guard let start = characters.baseAddress else { return CSQLite_bind_text(statement, index, "", 0) }
            return CSQLite_bind_text(statement, index, start, Int32(clamping: characters.count))
        }
    }
}
