// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A reader of `$name$parameters$salt$digest`, the form of most password hashes.
struct FieldReader {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Everything that has not been read.
    mutating func remainder() -> [UInt8] {
        defer { rest = rest[rest.endIndex...] }
        return [UInt8](rest)
    }

    mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// The bytes up to the next dollar sign or the end, which remains.
    mutating func field() -> [UInt8] {
        let field = rest.prefix { $0 != UInt8(ascii: "$") }
        rest = rest[field.endIndex...]
        return [UInt8](field)
    }
}

/// The parameters of the PHC string format: `m=8192,t=2,p=1`.
struct HashParameters {
    private var values: [String: Int] = [:]

    /// Returns `nil` unless each parameter is one of the names, a number, and there once.
    init?(_ field: [UInt8], names: Set<String>) {
        for parameter in field.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = String(decoding: parameter[..<equals], as: UTF8.self)
            guard names.contains(name), values[name] == nil,
                let number = Self.number([UInt8](parameter[parameter.index(after: equals)...]))
            else { return nil }
            values[name] = number
        }
    }

    subscript(_ name: String) -> Int? { values[name] }

    /// A decimal number without a sign or leading zeros.
    static func number(_ digits: [UInt8]) -> Int? {
        guard !digits.isEmpty, digits.count <= 10, digits.allSatisfy(\.isDigit),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
}
