// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
package import WireFormats

/// What a mailed link stands for, sealed into the link itself: sending one stores nothing but the mail.
///
/// It works once, until it expires, at one host, and as long as the account's tokens have the same generation, which a
/// newer password changes.
package struct MailedLink: Hashable, Sendable {
    package enum Purpose: String, Sendable {
        case passwordReset = "reset"
    }

    package let purpose: Purpose
    package let user: UserID
    /// The generation of the account's tokens.
    package let generation: Int
    package let expiresAt: Timestamp
    /// What is consumed when it is used.
    package let id: [UInt8]

    package init(_ purpose: Purpose, for user: User, until expiresAt: Timestamp) {
        self.init(
            purpose: purpose, user: user.id, generation: user.tokenGeneration, expiresAt: expiresAt,
            id: TimeOrderedID.bytes(at: expiresAt))
    }

    fileprivate init(purpose: Purpose, user: UserID, generation: Int, expiresAt: Timestamp, id: [UInt8]) {
        self.purpose = purpose
        self.user = user
        self.generation = generation
        self.expiresAt = expiresAt
        self.id = id
    }
}

/// Seals mailed links with a key of the host.
package struct MailedLinkSeal: Sendable {
    private static let context = [UInt8]("thumbturn mailed link 1".utf8)
    private static let idLength = 16

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    package func seal(_ link: MailedLink) -> String {
        let text =
            "\(link.purpose.rawValue) \(link.generation) \(link.expiresAt.secondsSince1970) \(link.user.rawValue)"
        return Base64URL.encode(key.sealApart(link.id + [UInt8](text.utf8), authenticating: Self.context))
    }

    /// Returns `nil` if the text was not sealed here.
    package func open(_ text: String) -> MailedLink? {
        guard let sealed = Base64URL.decode(text), let bytes = key.openApart(sealed, authenticating: Self.context)
        else { return nil }
        let parts = String(decoding: bytes.dropFirst(Self.idLength), as: UTF8.self).split(separator: " ", maxSplits: 3)
        guard parts.count == 4, let purpose = MailedLink.Purpose(rawValue: String(parts[0])),
            let generation = Int(parts[1]), let expiry = Int64(parts[2])
        else { return nil }
        return MailedLink(
            purpose: purpose, user: UserID(rawValue: String(parts[3])), generation: generation,
            expiresAt: Timestamp(secondsSince1970: expiry), id: Array(bytes.prefix(Self.idLength)))
    }
}
