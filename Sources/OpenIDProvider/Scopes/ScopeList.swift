// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The scopes of a request, without duplicates, in their order.
package struct ScopeList: Hashable, Sendable {
    package let names: [String]

    /// The scopes of a request that names none. Some SDKs never do.
    package static let defaults = ScopeList(names: ["openid", "profile", "email"])

    /// Returns `nil` if the text contains no scope.
    package init?(_ text: String?) {
        guard let text else { return nil }
        let words = text.withContiguousUTF8 { bytes in
            bytes.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }
        names = Self.distinct(words)
        guard !names.isEmpty else { return nil }
    }

    private init(names: [String]) {
        self.names = names
    }

    /// Returns the names without duplicates. A few are compared one by one; hashing them all would take longer.
    static func distinct(_ names: [String]) -> [String] {
        guard names.count > 16 else {
            var distinct: [String] = []
            distinct.reserveCapacity(names.count)
            for name in names where !distinct.contains(where: { ExactText($0) == ExactText(name) }) {
                distinct.append(name)
            }
            return distinct
        }
        var seen: Set<ExactText> = []
        return names.filter { seen.insert(ExactText($0)).inserted }
    }
}
