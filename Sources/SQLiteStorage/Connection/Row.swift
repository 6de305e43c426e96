// SPDX-License-Identifier: Apache-2.0

import CSQLite
import IdentityModel
import WireFormats

/// A row of a result, read column by column.
struct Row {
    private let statement: OpaquePointer
    private var column: Int32 = 0

    init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    mutating func integer() -> Int64 {
        defer { column += 1 }
        return sqlite3_column_int64(statement, column)
    }

    mutating func count() -> Int { Int(integer()) }

    mutating func flag() -> Bool { integer() != 0 }

    mutating func time() -> Timestamp { Timestamp(secondsSince1970: integer()) }

    mutating func text() -> String {
        defer { column += 1 }
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    mutating func bytes() -> [UInt8] {
        defer { column += 1 }
        // The pointer comes first because asking for the length may convert the value.
        let start = sqlite3_column_blob(statement, column)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// Returns the value that `read` reads from some columns, or `nil` if the first of them is NULL.
    mutating func optional<Value>(columns count: Int32 = 1, _ read: (inout Row) throws -> Value) rethrows -> Value? {
        guard sqlite3_column_type(statement, column) != SQLITE_NULL else {
            column += count
            return nil
        }
        return try read(&self)
    }

    mutating func json() throws -> JSONObject {
        guard case .object(let object) = try? JSONReader.read(bytes()) else { throw Self.damaged }
        return object
    }

    mutating func array() throws -> [JSONValue] {
        guard case .array(let items) = try? JSONReader.read(bytes()) else { throw Self.damaged }
        return items
    }

    mutating func words() throws -> [String] {
        try array().map { try require($0.stringValue) }
    }

    /// Unwraps a value read from a column. `nil` means that the record is damaged.
    func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw Self.damaged }
        return value
    }

    static var damaged: StorageError {
        .incompatible(reason: "The database holds a record that cannot be read: it is damaged, or of another program.")
    }
}
