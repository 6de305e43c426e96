// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import SignIn
package import WireFormats

/// The steps that were taken since an authorization request began.
package struct AuthorizationProgress: Hashable, Sendable {
    /// The user who signed in or was selected.
    package var user: UserID?
    package var authenticatedAt: Timestamp?
    package var hasSelectedAccount = false
    package var hasConsented = false
    /// Whether the user chose to sign in with another account, although the session was the only way into this one.
    package var isLeavingAccount = false
    /// Whether the user signed in with a passkey of another device and is offered one on this device.
    package var isPasskeyOffered = false
    /// Whether the user signed up for this request and is asked for a name.
    package var isProfilePending = false
    /// The identifiers that the user has entered for the next page.
    package var identifiers: [Identifier.Kind: String] = [:]
    /// The codes that were sent for this request, and what they have proven.
    package var codes = CodeProgress()
    /// The secret of the session that begins with a sign-up without a passkey, or with a code. If the form is sent twice, the second
    /// time finds the session of the first.
    package var sessionSecret: TimeOrderedSecret?

    package init() {}

    /// Returns the progress after a sign-in or a sign-up.
    package func authenticated(_ user: UserID, at time: Timestamp) -> AuthorizationProgress {
        var progress = AuthorizationProgress()
        progress.user = user
        progress.authenticatedAt = time
        progress.hasSelectedAccount = true
        return progress
    }

    /// Returns the progress after the user of a session chose to continue with it.
    package func selected(_ user: UserID) -> AuthorizationProgress {
        var progress = continued(by: user)
        progress.hasSelectedAccount = true
        return progress
    }

    /// Returns the progress after the user of a session chose to sign in with another account.
    package func leaving(_ user: UserID) -> AuthorizationProgress {
        var progress = continued(by: user)
        progress.isLeavingAccount = true
        return progress
    }

    /// Returns the progress after the user of a session allowed the client its scope.
    package func consented(_ user: UserID) -> AuthorizationProgress {
        var progress = continued(by: user)
        progress.hasConsented = true
        return progress
    }

    /// Returns the progress of a page that shows a user's account. The steps of another user don't count.
    package func continued(by user: UserID) -> AuthorizationProgress {
        var progress = self.user == user ? self : AuthorizationProgress()
        progress.user = user
        return progress
    }
}
