// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// How and when a user was authenticated, for the claims of tokens.
package struct AuthenticationFacts: Hashable, Sendable {
    /// What is known of where a passkey's private key is.
    package enum KeyProtection: Sendable {
        /// It is, or may be, copied between devices.
        case synced
        /// A trusted attestation says that hardware holds it.
        case attestedHardware
        /// On one device, and nobody vouches for how.
        case unattested
    }

    package let authenticatedAt: Timestamp
    /// The words of RFC 8176.
    package let methods: [String]

    /// By a passkey. A claim is made only if it is known to be true, so a key that nobody vouches for is neither in
    /// hardware nor in software, and `user` is there only if the user was verified.
    package static func passkey(
        isUserVerified: Bool, protection: KeyProtection, at time: Timestamp
    ) -> AuthenticationFacts {
        let place: [String] =
            switch protection {
            case .synced: ["swk"]
            case .attestedHardware: ["hwk"]
            case .unattested: []
            }
        return AuthenticationFacts(
            authenticatedAt: time, methods: place + (isUserVerified ? ["user"] : []) + ["pop"])
    }

    /// By a passkey on record. What its attestation proved is not recorded, so none counts as vouched for.
    package static func passkey(
        _ passkey: Passkey, isUserVerified: Bool, at time: Timestamp
    ) -> AuthenticationFacts {
        .passkey(
            isUserVerified: isUserVerified, protection: passkey.origin.isBackupEligible ? .synced : .unattested,
            at: time)
    }

    package init(authenticatedAt: Timestamp, methods: [String]) {
        self.authenticatedAt = authenticatedAt
        self.methods = methods
    }

    package init(_ grant: RefreshToken.Grant) {
        self.init(authenticatedAt: grant.authenticatedAt, methods: grant.methods)
    }

    /// OpenID Connect Extended Authentication Profile, section 2: resistant to phishing, by a key in hardware or by any.
    package var contextClass: String? {
        guard methods.contains("pop") else { return nil }
        return methods.contains("hwk") ? "phrh" : "phr"
    }
}
