// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why a logout request is rejected on a page.
package enum LogoutPageError: Failure, Hashable, CaseIterable {
    case parameterRepeated
    case stateTooLong
    case hintInvalid
    case clientUnknown
    /// The `client_id` is not the audience of the ID token hint.
    case clientMismatch
    case redirectURINotRegistered
    /// A script of a page asks that is none of the client's.
    case originNotAllowed
}

extension LogoutPageError {
    package var fault: Fault {
        let compare = "Compare the logout request with OpenID Connect RP-Initiated Logout."
        return switch self {
        case .parameterRepeated:
            Fault(.invalidRequest, "oauth.logout-parameter-repeated", "A parameter occurs twice.", remedy: compare)
        case .stateTooLong:
            Fault(.invalidRequest, "oauth.logout-state-too-long", "The state is too long.", remedy: compare)
        case .hintInvalid:
            Fault(
                .invalidRequest, "oauth.logout-hint-invalid", "The id_token_hint is not an ID token of this server.",
                remedy: compare)
        case .clientUnknown:
            Fault(
                .invalidRequest, "oauth.logout-client-unknown", "There is no client with this client_id.",
                remedy: compare)
        case .clientMismatch:
            Fault(
                .invalidRequest, "oauth.logout-client-mismatch",
                "The client_id is not the client of the id_token_hint.", remedy: compare)
        case .redirectURINotRegistered:
            Fault(
                .invalidRequest, "oauth.logout-redirect-uri-not-registered",
                "The URL to return to is not one of the allowed logout URLs.",
                remedy: "Add the URL to allowed_logout_urls of CLIENT, exactly as it is sent.")
        case .originNotAllowed:
            Fault(
                .init(403, "invalid_request"), "oauth.logout-origin-not-allowed",
                "The page's origin is not one of the client's web origins.",
                remedy: "Add the page's origin to web_origins of CLIENT, exactly as it is sent.")
        }
    }
}
