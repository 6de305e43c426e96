// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
import WireFormats

/// Recognizes browsers in which the owner of an account has signed in, so that strangers who guess the account's password
/// don't keep the owner out.
///
/// A browser keeps a mark for each of its last accounts: a keyed hash of the account, which is of no use elsewhere. It
/// proves nothing, but its wrong passwords are counted apart.
package struct KnownBrowsers: Sendable {
    /// How many accounts a browser keeps.
    static let limit = 5
    private static let separator: Character = "."

    private let key: HMACKey

    package init(key: [UInt8]) {
        self.key = HMACKey(key, digest: .sha256)
    }

    /// Returns the marks of a browser after a sign-in to an account, the latest first.
    package func marks(after user: UserID, before marks: String?) -> String {
        let mark = mark(of: user)
        let others = Self.list(marks).filter { $0 != mark[...] }
        return ([mark[...]] + others.prefix(Self.limit - 1)).joined(separator: String(Self.separator))
    }

    /// Whether the owner of an account has signed in with a browser that has these marks.
    func knows(_ user: UserID, by marks: String) -> Bool {
        let expected = [UInt8](mark(of: user).utf8)
        return Self.list(marks).prefix(Self.limit).contains { constantTimeEqual([UInt8]($0.utf8), to: expected) }
    }

    private func mark(of user: UserID) -> String {
        Base64URL.encode(Array(key.authenticationCode(for: [UInt8](user.rawValue.utf8)).prefix(16)))
    }

    private static func list(_ marks: String?) -> [Substring] { marks?.split(separator: separator) ?? [] }
}
