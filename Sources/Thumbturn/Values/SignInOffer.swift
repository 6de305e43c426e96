// SPDX-License-Identifier: Apache-2.0

/// The credentials that the system's sheet offers for a sign-in.
public enum SignInOffer: Hashable, Sendable {
    /// Passkeys only.
    case passkeys
    /// Passkeys, and the passwords that the user has saved for this application.
    case passkeysAndPasswords

    var includesPasswords: Bool { self == .passkeysAndPasswords }
}
