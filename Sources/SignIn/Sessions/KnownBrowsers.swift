// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
import WireFormats

/// Recognizes browsers in which the owner of an account has signed in, so that strangers who guess the account's password
/// don't keep the owner out.
///
/// A browser keeps a sealed mark for each of its last accounts. It proves nothing, but wrong passwords in this browser are
/// counted apart. A mark is void once what the account's ways in have opened was ended, such as by another password: whoever
/// knew the old one can't go on guessing with it.
package struct KnownBrowsers: Sendable {
    /// The account that knows a browser.
    struct Mark: Hashable, Sendable {
        /// The ID of the browser for this account, which no other has.
        let browser: [UInt8]
        let user: UserID
        /// The generation of the account's tokens.
        let generation: Int
    }

    /// How many accounts a browser keeps.
    static let limit = 5
    private static let separator: Character = "."
    private static let context = [UInt8]("known browser".utf8)
    private static let idLength = 16

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    /// Returns the marks of a browser after a sign-in to an account, the latest first.
    package func marks(after user: User, before marks: String?) -> String {
        let earlier = marks.map(read) ?? []
        let same = earlier.first { $0.user == user.id }
        let mark = Mark(
            browser: same?.browser ?? Randomness.bytes(Self.idLength), user: user.id, generation: user.tokenGeneration)
        return ([mark] + earlier.filter { $0.user != user.id }.prefix(Self.limit - 1)).map(seal)
            .joined(separator: String(Self.separator))
    }

    /// Whether somebody has signed in to an account in a browser, and nobody has ended what its ways in have opened since.
    func knows(_ marks: String?, of user: User) -> Bool {
        marks.map { read($0).contains { $0.user == user.id && $0.generation == user.tokenGeneration } } ?? false
    }

    /// Returns the marks that this server has made.
    func read(_ marks: String) -> [Mark] {
        marks.split(separator: Self.separator, maxSplits: Self.limit).prefix(Self.limit).compactMap(open)
    }

    private func seal(_ mark: Mark) -> String {
        let text = "\(mark.generation) \(mark.user.rawValue)"
        return Base64URL.encode(key.seal(mark.browser + [UInt8](text.utf8), authenticating: Self.context))
    }

    private func open(_ text: Substring) -> Mark? {
        guard let sealed = Base64URL.decode(String(text)), let bytes = key.open(sealed, authenticating: Self.context)
        else {
            return nil
        }
        let parts = String(decoding: bytes.dropFirst(Self.idLength), as: UTF8.self).split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let generation = Int(parts[0]) else { return nil }
        return Mark(
            browser: Array(bytes.prefix(Self.idLength)), user: UserID(rawValue: String(parts[1])),
            generation: generation)
    }
}
