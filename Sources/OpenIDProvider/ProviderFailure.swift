// SPDX-License-Identifier: Apache-2.0

package import HTTPContract
package import SignIn

/// Why a request for tokens, or for a sign-in of a client, failed.
package enum ProviderFailure: Error, Sendable {
    /// The provider rejects the request, or cannot serve it.
    case provider(OAuthFailure)
    /// The profile that completes a sign-up does not have the shape of one.
    case profile(BodyRejection)
    /// The sign-up or sign-in failed.
    case signIn(SignInFailure)
}
