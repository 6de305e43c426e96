// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The path of an operation. `{id}` stands for a name.
package struct Path: Hashable, Sendable, ExpressibleByStringLiteral {
    package let text: String
    /// What stands before and after the name; `nil` if there is none.
    private let parts: (before: String, after: String)?

    package init(stringLiteral text: String) {
        self.text = text
        parts = text.firstRange(of: "{id}").map { (String(text[..<$0.lowerBound]), String(text[$0.upperBound...])) }
    }

    package static func == (left: Path, right: Path) -> Bool { left.text == right.text }

    package func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }

    package var hasName: Bool { parts != nil }

    /// Returns the path with the name, percent-encoded, in place of the placeholder.
    package func naming(_ name: String) -> String {
        parts.map { $0.before + PercentEncoding.encode(name) + $0.after } ?? text
    }

    /// Returns the decoded name in a request's path, or `nil` if it is another path.
    ///
    /// Clients differ in what they percent-encode, so `passkey|x` is the same name as `passkey%7Cx`.
    package func name(in path: String) -> String? {
        guard let parts else { return nil }
        let (whole, before, after) = (path.utf8, parts.before.utf8, parts.after.utf8)
        guard whole.count > before.count + after.count, whole.starts(with: before),
            whole.suffix(after.count).elementsEqual(after)
        else { return nil }
        let name = whole.dropFirst(before.count).dropLast(after.count)
        guard !name.contains(UInt8(ascii: "/")) else { return nil }
        return PercentEncoding.decode(Substring(name)).flatMap { $0.isEmpty ? nil : $0 }
    }
}
