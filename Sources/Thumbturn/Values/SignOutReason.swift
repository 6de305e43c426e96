// SPDX-License-Identifier: Apache-2.0

/// The reason why no user is signed in.
public enum SignOutReason: Hashable, Sendable {
    /// No user has signed in on this device.
    case notSignedIn
    /// The application signed the user out, here or in another of its processes.
    case signedOut
    /// The server no longer accepts the session: it is too old, or was ended elsewhere.
    case expired
}
