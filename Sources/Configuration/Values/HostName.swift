// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A host name in lowercase ASCII, without a scheme or port.
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package init(_ text: String) throws(ValueRejection) {
        try Self.checkShape(text)
        let labels = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard !label.isEmpty, label.count <= 63 else {
                throw ValueRejection(
                    "has a label that is empty or too long", remedy: "Use a name such as login.example.com.")
            }
            guard label.allSatisfy(\.isHostLetter), label.first != UInt8(ascii: "-"), label.last != UInt8(ascii: "-")
            else {
                throw ValueRejection(
                    "is not a valid host name",
                    remedy: "Use letters a-z, digits and hyphens. Encode other scripts in their xn-- form.")
            }
        }
        guard labels.last?.allSatisfy(\.isDigit) != true else {
            throw ValueRejection(
                "is an IP address",
                remedy: "Use a name such as localhost. Passkeys can't be bound to IP addresses.")
        }
        self.text = text
    }

    /// Rejects the mistakes that have a specific explanation.
    private static func checkShape(_ text: String) throws(ValueRejection) {
        guard !text.isEmpty, text.utf8.count <= 253 else {
            throw ValueRejection("is empty or too long", remedy: "Use a name such as login.example.com.")
        }
        guard !text.contains("/") else {
            throw ValueRejection("is a URL", remedy: "Use the host alone, without https:// and a path.")
        }
        guard !text.contains("["), text.filter({ $0 == ":" }).count < 2 else {
            throw ValueRejection(
                "is an IP address",
                remedy: "Use a name such as localhost. Passkeys can't be bound to IP addresses.")
        }
        guard !text.contains(":") else {
            throw ValueRejection("has a port", remedy: "Use the host alone. Set the port in --url.")
        }
        guard !text.utf8.contains(where: \.isUpperCase) else {
            throw ValueRejection("has capital letters", remedy: "Use \(text.lowercased()).")
        }
        guard !text.hasSuffix(".") else {
            throw ValueRejection("ends with a dot", remedy: "Remove the dot.")
        }
    }

    package static let localhost = HostName(checked: "localhost")

    private init(checked text: String) {
        self.text = text
    }

    package var isLocalhost: Bool { text == "localhost" }

    /// The name without its first label; `nil` if it has only one.
    package var parent: String? {
        text.firstIndex(of: ".").map { String(text[text.index(after: $0)...]) }
    }

    /// Whether the name equals the domain or is a subdomain of it.
    package func isWithin(_ domain: String) -> Bool {
        ExactText(text) == ExactText(domain) || text.hasSuffix("." + domain)
    }

    package var description: String { text }
}

extension UInt8 {
    fileprivate var isHostLetter: Bool { isDigit || isLowerCase || self == UInt8(ascii: "-") }
}
