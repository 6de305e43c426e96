// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why an authorization request is rejected on a page. Such errors are never sent to a redirect URI, because it is
/// missing or not trusted (RFC 6749, section 4.1.2.1).
package enum AuthorizationPageError: Failure, Hashable, CaseIterable {
    case requestTooLarge
    case requestMalformed
    /// A parameter that decides where the response goes occurs twice.
    case destinationRepeated
    case clientMissing
    case clientUnknown
    case clientNotAtHost
    case redirectURIMissing
    case redirectURIMalformed
    case redirectURINotRegistered
    case responseModeUnknown
    /// The response mode `web_message`, from an origin that is not one of the client's web origins.
    case webOriginNotRegistered
    /// The `request_uri` was not made by this server, or was changed.
    case requestURINotIssuedHere
    case requestURIExpired
    case requestURIClientMismatch
    /// An authorization request with the `request_uri` came before.
    case requestURIConsumed
    /// The transaction was not made by this server, or was changed.
    case transactionNotIssuedHere
    case transactionExpired
    /// The transaction was started in another browser.
    case transactionBrowserMismatch
}

extension AuthorizationPageError {
    /// The OAuth error codes are for the endpoint of pushed requests (RFC 9126, section 2.3).
    package var fault: Fault {
        switch self {
        case .requestTooLarge:
            Self.row("oauth.authorization-request-too-large", "The authorization request is too large.")
        case .requestMalformed:
            Self.row("oauth.authorization-request-malformed", "The authorization request is malformed.")
        case .destinationRepeated:
            Self.row(
                "oauth.authorization-destination-repeated",
                "client_id, redirect_uri, response_mode or request_uri occurs twice.")
        case .clientMissing:
            Self.client("oauth.authorization-client-missing", "The parameter client_id is missing.")
        case .clientUnknown:
            Self.client("oauth.authorization-client-unknown", "There is no client with this client_id.")
        case .clientNotAtHost:
            Self.client(
                "oauth.authorization-client-not-at-host", "The client does not use this domain.",
                remedy: "Add the domain to thumbturn.domains of CLIENT.")
        case .redirectURIMissing:
            Self.row(
                "oauth.authorization-redirect-uri-missing",
                "The parameter redirect_uri is missing, and the client has not exactly one callback.")
        case .redirectURIMalformed:
            Self.row(
                "oauth.authorization-redirect-uri-malformed",
                "The redirect_uri is not a valid URI, or has a fragment.")
        case .redirectURINotRegistered:
            Self.row(
                "oauth.authorization-redirect-uri-not-registered",
                "The redirect_uri is not one of the client's callbacks.",
                remedy: "Add the redirect URI to callbacks of CLIENT, exactly as it is sent.")
        case .responseModeUnknown:
            Self.row("oauth.authorization-response-mode-unknown", "The response_mode is not supported.")
        case .webOriginNotRegistered:
            Self.row(
                "oauth.authorization-web-origin-not-registered",
                "The origin of the redirect_uri is not one of the client's web origins.",
                remedy: "Add the origin to web_origins of CLIENT.")
        case .requestURINotIssuedHere:
            Self.requestURI(
                "oauth.authorization-request-uri-not-issued-here", "The request_uri was not issued by this server.")
        case .requestURIExpired:
            Self.requestURI("oauth.authorization-request-uri-expired", "The request_uri has expired.")
        case .requestURIClientMismatch:
            Self.requestURI(
                "oauth.authorization-request-uri-client-mismatch",
                "The request_uri was issued to a different client.")
        case .requestURIConsumed:
            Self.requestURI("oauth.authorization-request-uri-consumed", "The request_uri was used before.")
        case .transactionNotIssuedHere:
            Self.transaction(
                "oauth.authorization-transaction-not-issued-here", "This sign-in was not started here.")
        case .transactionExpired:
            Self.transaction("oauth.authorization-transaction-expired", "This sign-in has expired.")
        case .transactionBrowserMismatch:
            Self.transaction(
                "oauth.authorization-transaction-browser-mismatch",
                "This sign-in was started in a different browser.")
        }
    }

    private static func row(
        _ code: String, _ sentence: String, remedy: String = AuthorizationError.compare
    ) -> Fault {
        Fault(.invalidRequest, code, sentence, remedy: remedy)
    }

    private static func client(
        _ code: String, _ sentence: String, remedy: String = AuthorizationError.compare
    ) -> Fault {
        Fault(.init(400, "invalid_client"), code, sentence, remedy: remedy)
    }

    private static func requestURI(_ code: String, _ sentence: String) -> Fault {
        Fault(.init(400, "invalid_request_uri"), code, sentence, remedy: AuthorizationError.pushAgain)
    }

    private static func transaction(_ code: String, _ sentence: String) -> Fault {
        row(code, sentence, remedy: "Start the sign-in again from the application.")
    }
}
