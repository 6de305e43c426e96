// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A host by its name: lower-case, in its ASCII form, without scheme and port.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) throws(ValueRejection) {
        try Self.checkShape(text)
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard !label.isEmpty, label.count <= 63 else {
                throw ValueRejection(
                    "has a label that is empty or too long", remedy: "Write a name such as login.example.com.")
            }
            guard label.allSatisfy(\.isHostLetter), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-")
            else {
                throw ValueRejection(
                    "is no host name",
                    remedy: "Use letters a-z, digits and hyphens; write other scripts in their xn-- form.")
            }
        }
        guard labels.last?.allSatisfy(\.isDigit) != true else {
            throw ValueRejection(
                "is an address",
                remedy: "Passkeys are bound to names, never to addresses: use a name, such as localhost.")
        }
        self.text = text
    }

    /// The mistakes that have a better answer than "no host name".
    private static func checkShape(_ text: String) throws(ValueRejection) {
        guard !text.isEmpty, text.utf8.count <= 253 else {
            throw ValueRejection("is empty or too long", remedy: "Write a name such as login.example.com.")
        }
        guard !text.contains("/") else {
            throw ValueRejection("is a URL", remedy: "Write the host alone, without https:// and without a path.")
        }
        guard !text.contains("["), text.filter({ $0 == ":" }).count < 2 else {
            throw ValueRejection(
                "is an address",
                remedy: "Passkeys are bound to names, never to addresses: use a name, such as localhost.")
        }
        guard !text.contains(":") else {
            throw ValueRejection("has a port", remedy: "Write the host alone; the port belongs to --url.")
        }
        guard !text.utf8.contains(where: \.isUpperCase) else {
            throw ValueRejection("has capital letters", remedy: "Write it as \(text.lowercased()).")
        }
        guard !text.hasSuffix(".") else {
            throw ValueRejection("ends with a dot", remedy: "Write it without.")
        }
    }

    /// Of this machine.
    package static let localhost = HostName(checked: "localhost")

    private init(checked text: String) {
        self.text = text
    }

    package var isLocalhost: Bool { text == "localhost" }

    /// Without its first label; `nil` if it has but one.
    package var parent: String? {
        text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) }
    }

    /// Whether it is the domain or lies under it.
    package func isWithin(_ domain: String) -> Bool {
        ExactText(text) == ExactText(domain) || text.hasSuffix("." + domain)
    }

    package var description: String { text }
}

extension UInt8 {
    fileprivate var isHostLetter: Bool { isDigit || isLowerCase || self == UInt8(ascii: "-") }
}
