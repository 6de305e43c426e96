// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

extension AuthenticationFacts {
    /// The known protection of a passkey's private key.
    package enum KeyProtection: Sendable {
        /// The key is, or may be, copied between devices.
        case synced
        /// A trusted attestation proves that hardware protects the key.
        case attestedHardware
        /// The key is on one device, without a trusted attestation.
        case unattested
    }

    /// Returns the facts of an authentication with a passkey.
    ///
    /// Only known facts are claimed. The methods of an unattested key name neither hardware nor software, and they
    /// include `user` only if the user was verified.
    package static func passkey(
        isUserVerified: Bool, protection: KeyProtection, at time: Timestamp
    ) -> AuthenticationFacts {
        var methods: [String] = []
        methods.reserveCapacity(3)
        switch protection {
        case .synced: methods.append("swk")
        case .attestedHardware: methods.append("hwk")
        case .unattested: break
        }
        if isUserVerified { methods.append("user") }
        methods.append("pop")
        return AuthenticationFacts(authenticatedAt: time, methods: methods)
    }

    /// Returns the facts of an authentication with a stored passkey. It counts as unattested because the attestation is
    /// not stored.
    static func passkey(_ passkey: Passkey, isUserVerified: Bool, at time: Timestamp) -> AuthenticationFacts {
        .passkey(
            isUserVerified: isUserVerified, protection: passkey.origin.isBackupEligible ? .synced : .unattested,
            at: time)
    }
}
