// SPDX-License-Identifier: Apache-2.0

/// Whether a user is signed in.
public enum SessionState: Hashable, Sendable {
    /// This user is signed in.
    case signedIn(User)
    /// No user is signed in.
    case signedOut(SignOutReason)
}
