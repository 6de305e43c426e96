// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
package import WireFormats

/// What a mailed link stands for, sealed into the link itself: sending one stores nothing but the mail.
///
/// It works once, until it expires, at one host, and as long as the account has the address and the password that it
/// replaces.
package struct MailedLink: Hashable, Sendable {
    package enum Purpose: String, Sendable {
        case passwordReset = "reset"
    }

    package let purpose: Purpose
    package let user: UserID
    /// When the password was set that it replaces.
    package let passwordSetAt: Timestamp
    /// The address that it was sent to, for comparisons.
    package let address: String
    package let expiresAt: Timestamp
    /// What is consumed when it is used.
    package let id: [UInt8]

    package init(
        _ purpose: Purpose, to address: Identifier, replacing password: StoredPassword, until expiresAt: Timestamp
    ) {
        self.init(
            purpose: purpose, user: password.user, passwordSetAt: password.setAt, address: address.normalized,
            expiresAt: expiresAt, id: TimeOrderedID.bytes(at: expiresAt))
    }

    fileprivate init(
        purpose: Purpose, user: UserID, passwordSetAt: Timestamp, address: String, expiresAt: Timestamp, id: [UInt8]
    ) {
        self.purpose = purpose
        self.user = user
        self.passwordSetAt = passwordSetAt
        self.address = address
        self.expiresAt = expiresAt
        self.id = id
    }
}

/// Seals mailed links with a key of the host.
package struct MailedLinkSeal: Sendable {
    private static let context = [UInt8]("thumbturn mailed link 2".utf8)
    private static let idLength = 16

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    package func seal(_ link: MailedLink) -> String {
        let parts: [JSONValue] = [
            .string(link.purpose.rawValue), .string(link.user.rawValue), .string(link.address),
            .number(JSONNumber(link.passwordSetAt.secondsSince1970)),
            .number(JSONNumber(link.expiresAt.secondsSince1970)),
        ]
        return Base64URL.encode(
            key.sealApart(link.id + JSONValue.array(parts).serialized(), authenticating: Self.context))
    }

    /// Returns `nil` if the text was not sealed here.
    package func open(_ text: String) -> MailedLink? {
        guard let sealed = Base64URL.decode(text), let bytes = key.openApart(sealed, authenticating: Self.context)
        else { return nil }
        guard let parts = (try? JSONReader.read(Array(bytes.dropFirst(Self.idLength))))?.arrayValue, parts.count == 5,
            let purpose = parts[0].stringValue.flatMap(MailedLink.Purpose.init), let user = parts[1].stringValue,
            let address = parts[2].stringValue, let setAt = parts[3].intValue, let expiry = parts[4].intValue
        else { return nil }
        return MailedLink(
            purpose: purpose, user: UserID(rawValue: user),
            passwordSetAt: Timestamp(secondsSince1970: Int64(setAt)), address: address,
            expiresAt: Timestamp(secondsSince1970: Int64(expiry)), id: Array(bytes.prefix(Self.idLength)))
    }
}
