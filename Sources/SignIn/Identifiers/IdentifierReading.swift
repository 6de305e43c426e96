// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// Reads identifiers as users type them, and normalizes them for comparison.
///
/// Sign-ups, sign-ins with a name and the operator's search read with it. The IDs that the server gives to accounts and
/// passkeys itself are random.
package enum IdentifierReading {
    /// Why a text is not an identifier of its kind.
    package enum Rejection: Error, Hashable, Sendable {
        case emailMalformed
        case phoneNumberMalformed
        case usernameLength(allowed: ClosedRange<Int>)
        case usernameCharacters
        /// The username could be mistaken for another user's identifier of this kind.
        case usernameLooksLike(Identifier.Kind)
    }

    /// Reads an identifier as the user typed it.
    package static func read(
        _ text: String, as kind: Identifier.Kind, userName shape: IdentifierRules.UserNameShape = .init()
    ) throws(Rejection) -> Identifier {
        switch kind {
        case .email:
            guard isEmail(text) else { throw .emailMalformed }
            return Identifier(kind: kind, value: text, normalized: text.lowercased())
        case .phoneNumber:
            guard isPhoneNumber(text) else { throw .phoneNumberMalformed }
            return Identifier(kind: kind, value: text, normalized: text)
        case .username:
            guard shape.length.contains(text.count) else { throw .usernameLength(allowed: shape.length) }
            guard text.utf8.allSatisfy(isUsernameByte) else { throw .usernameCharacters }
            guard shape.allowsEmailShape || !isEmail(text) else { throw .usernameLooksLike(.email) }
            guard shape.allowsPhoneShape || !isPhoneNumber(text) else { throw .usernameLooksLike(.phoneNumber) }
            return Identifier(kind: kind, value: text, normalized: text.lowercased())
        }
    }

    /// One `@` between a local part and a domain with a dot, in visible ASCII. Only a message proves that mail arrives.
    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= 254, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), parts.count == 2,
            let local = parts.first, (1...64).contains(local.utf8.count), let domain = parts.last
        else { return false }
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.utf8.allSatisfy(isDomainByte) && label.first != "-"
                    && label.last != "-"
            }
    }

    /// E.164: a plus sign and up to fifteen digits.
    private static func isPhoneNumber(_ text: String) -> Bool {
        guard text.first == "+", (8...16).contains(text.utf8.count) else { return false }
        let digits = text.dropFirst().utf8
        return digits.first != UInt8(ascii: "0") && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isDomainByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func isUsernameByte(_ byte: UInt8) -> Bool {
        isDomainByte(byte) || "@^$.!`#+'~_".utf8.contains(byte)
    }
}
