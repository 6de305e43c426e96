// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Why a logout request is rejected on a page.
package enum LogoutPageError: Error, Hashable, Sendable, CaseIterable {
    case parameterRepeated
    case stateTooLong
    case hintInvalid
    case clientUnknown
    /// The `client_id` is not the audience of the ID token hint.
    case clientMismatch
    case redirectURINotRegistered
    /// A script of a page asks that is none of the client's.
    case originNotAllowed

    package var code: String {
        switch self {
        case .parameterRepeated: "logout-parameter-repeated"
        case .stateTooLong: "logout-state-too-long"
        case .hintInvalid: "logout-hint-invalid"
        case .clientUnknown: "logout-client-unknown"
        case .clientMismatch: "logout-client-mismatch"
        case .redirectURINotRegistered: "logout-redirect-uri-not-registered"
        case .originNotAllowed: "logout-origin-not-allowed"
        }
    }

    package var description: String {
        switch self {
        case .parameterRepeated: "A parameter occurs twice."
        case .stateTooLong: "The state is too long."
        case .hintInvalid: "The id_token_hint is not an ID token of this server."
        case .clientUnknown: "There is no client with this client_id."
        case .clientMismatch: "The client_id is not the client of the id_token_hint."
        case .redirectURINotRegistered: "The URL to return to is not one of the allowed logout URLs."
        case .originNotAllowed: "The page's origin is not one of the client's web origins."
        }
    }
}
