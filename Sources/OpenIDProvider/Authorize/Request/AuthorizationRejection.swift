// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// Why an authorization request is rejected, and where the error goes.
package enum AuthorizationRejection: Error, Hashable, Sendable {
    /// The error is shown on a page.
    case page(AuthorizationPageError)
    /// The error is sent to the client.
    case response(AuthorizationError, to: ResponseTarget)

    package var code: String {
        switch self {
        case .page(let error): error.code
        case .response(let error, _): error.code
        }
    }
}
