// SPDX-License-Identifier: Apache-2.0

import HTTPServer

extension ForwardedHop {
    /// Reads the hops of `Forwarded`, farthest first (RFC 7239, section 4). A malformed element keeps its place, so
    /// that it cannot be skipped.
    static func forwarded(_ headers: HTTPFields) -> [ForwardedHop] {
        // An unterminated quotation mark in one line does not affect the lines that other proxies add.
        let elements = headers.values(for: "Forwarded").flatMap { FieldList.split($0, at: UInt8(ascii: ",")) }
        return elements.map { ForwardedHop(element: $0) ?? ForwardedHop(node: "") }
    }

    private init?(element: String) {
        var members: [String: String] = [:]
        for pair in FieldList.split(element, at: UInt8(ascii: ";")) {
            guard let mark = pair.utf8.firstIndex(of: UInt8(ascii: "=")), Self.isToken(pair[..<mark]),
                let value = Self.value(pair[pair.utf8.index(after: mark)...]),
                members.updateValue(value, forKey: pair[..<mark].lowercased()) == nil
            else { return nil }
        }
        node = members["for"] ?? ""
        scheme = members["proto"]
        host = members["host"]
    }

    private static func isToken(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isInToken) }

    /// A token, or a quoted string without its quotation marks (RFC 9110, section 5.6).
    private static func value(_ text: Substring) -> String? {
        guard text.utf8.first == UInt8(ascii: "\"") else {
            return isToken(text) ? String(text) : nil
        }
        var output: [UInt8] = []
        var rest = text.utf8.dropFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return rest.isEmpty ? String(decoding: output, as: UTF8.self) : nil
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                output.append(escaped)
            default: output.append(byte)
            }
        }
        return nil
    }
}

extension UInt8 {
    fileprivate var isInToken: Bool {
        (0x30...0x39).contains(self) || (0x61...0x7A).contains(self | 0x20) || "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
}
