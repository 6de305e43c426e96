// SPDX-License-Identifier: Apache-2.0

package import SignIn

/// Why a request for tokens, or for a sign-in of a client, failed.
package enum ProviderFailure: Error, Sendable {
    /// The provider rejects the request, or cannot serve it.
    case provider(OAuthFailure)
    /// The sign-up or sign-in failed.
    case signIn(SignInFailure)
}
