// SPDX-License-Identifier: Apache-2.0

/// The id of an account in tokens and APIs: `auth0|` and 24 hexadecimal digits, as clients of Auth0 expect it.
package struct UserID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The part after the provider, which the My Account API calls `identity_user_id`.
    package var identity: Substring {
        rawValue.split(separator: "|", maxSplits: 1).last ?? Substring(rawValue)
    }

    package var description: String { rawValue }
}
