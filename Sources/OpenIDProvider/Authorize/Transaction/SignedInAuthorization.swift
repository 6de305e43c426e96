// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import SignIn

/// An authorization request whose user has just signed in.
package struct SignedInAuthorization: Sendable {
    package let user: User
    package let session: NewSession
    package let transaction: AuthorizationTransaction
    package let step: AuthorizationStep
    /// The response to the client, unless a page comes first, such as the one that posts the response.
    package var response: AuthorizationResponse?
    /// `nil` if the sign-in was stored by an earlier request.
    package var receipt: SignInReceipt?
}
