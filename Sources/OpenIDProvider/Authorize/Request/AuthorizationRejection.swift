// SPDX-License-Identifier: Apache-2.0

/// Why an authorization request is rejected, and where the error goes.
package enum AuthorizationRejection: Error, Hashable, Sendable {
    /// The error is shown on a page.
    case page(AuthorizationPageError)
    /// The error is sent to the client.
    case response(AuthorizationError, to: ResponseTarget)
}
