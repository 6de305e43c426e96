// SPDX-License-Identifier: Apache-2.0

/// A reference to a way into an account, such as one of its passkeys.
///
/// Sessions, codes and tokens have those of their sign-in, and end with each of them. A sign-up without a way in has
/// none.
package struct WayReference: Hashable, Sendable {
    /// The kinds of ways in. The ID of a way begins with its kind.
    package enum Kind: String, CaseIterable, Sendable {
        case passkey = "passkey"
        case password = "password"
        /// A verified mail address, by a code.
        case email = "email"
        /// A verified phone number, by a code.
        case phone = "phone"
        /// The key of an application on one device.
        case deviceKey = "device-key"
    }

    package let kind: Kind
    package let id: String

    package init(_ kind: Kind, id: String) {
        self.kind = kind
        self.id = id
    }

    /// Returns `nil` unless the ID begins with a kind.
    package init?(id: String) {
        guard let end = id.firstIndex(of: "|"), let kind = Kind(rawValue: String(id[..<end])) else { return nil }
        self.init(kind, id: id)
    }
}

extension PasskeyID {
    package var way: WayReference { WayReference(.passkey, id: rawValue) }

    /// Returns `nil` for a way of another kind.
    package init?(_ way: WayReference) {
        guard way.kind == .passkey else { return nil }
        self.init(rawValue: way.id)
    }
}

extension UserID {
    /// The way in by codes to the account's address of a kind; `nil` for names, which receive nothing.
    package func way(by kind: Identifier.Kind) -> WayReference? {
        switch kind {
        case .email: WayReference(.email, id: "email|" + rawValue)
        case .phoneNumber: WayReference(.phone, id: "phone|" + rawValue)
        case .username: nil
        }
    }
}
