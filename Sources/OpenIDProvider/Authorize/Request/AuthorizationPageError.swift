// SPDX-License-Identifier: Apache-2.0

/// Why an authorization request is rejected on a page. Such errors are never sent to a redirect URI, because it is
/// missing or not trusted (RFC 6749, section 4.1.2.1).
package enum AuthorizationPageError: Error, Hashable, Sendable, CaseIterable {
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

    package var code: String {
        switch self {
        case .requestTooLarge: "authorization-request-too-large"
        case .requestMalformed: "authorization-request-malformed"
        case .destinationRepeated: "authorization-destination-repeated"
        case .clientMissing: "authorization-client-missing"
        case .clientUnknown: "authorization-client-unknown"
        case .clientNotAtHost: "authorization-client-not-at-host"
        case .redirectURIMissing: "authorization-redirect-uri-missing"
        case .redirectURIMalformed: "authorization-redirect-uri-malformed"
        case .redirectURINotRegistered: "authorization-redirect-uri-not-registered"
        case .responseModeUnknown: "authorization-response-mode-unknown"
        case .webOriginNotRegistered: "authorization-web-origin-not-registered"
        case .requestURINotIssuedHere: "authorization-request-uri-not-issued-here"
        case .requestURIExpired: "authorization-request-uri-expired"
        case .requestURIClientMismatch: "authorization-request-uri-client-mismatch"
        case .requestURIConsumed: "authorization-request-uri-consumed"
        case .transactionNotIssuedHere: "authorization-transaction-not-issued-here"
        case .transactionExpired: "authorization-transaction-expired"
        case .transactionBrowserMismatch: "authorization-transaction-browser-mismatch"
        }
    }

    package var description: String {
        switch self {
        case .requestTooLarge: "The authorization request is too large."
        case .requestMalformed: "The authorization request is malformed."
        case .destinationRepeated: "client_id, redirect_uri, response_mode or request_uri occurs twice."
        case .clientMissing: "The parameter client_id is missing."
        case .clientUnknown: "There is no client with this client_id."
        case .clientNotAtHost: "The client does not use this domain."
        case .redirectURIMissing: "The parameter redirect_uri is missing, and the client has not exactly one callback."
        case .redirectURIMalformed: "The redirect_uri is not a valid URI, or has a fragment."
        case .redirectURINotRegistered: "The redirect_uri is not one of the client's callbacks."
        case .responseModeUnknown: "The response_mode is not supported."
        case .webOriginNotRegistered: "The origin of the redirect_uri is not one of the client's web origins."
        case .requestURINotIssuedHere: "The request_uri was not issued by this server."
        case .requestURIExpired: "The request_uri has expired."
        case .requestURIClientMismatch: "The request_uri was issued to a different client."
        case .requestURIConsumed: "The request_uri was used before."
        case .transactionNotIssuedHere: "This sign-in was not started here."
        case .transactionExpired: "This sign-in has expired."
        case .transactionBrowserMismatch: "This sign-in was started in a different browser."
        }
    }

    /// The OAuth error code, for the endpoint of pushed requests (RFC 9126, section 2.3).
    package var error: String {
        switch self {
        case .clientMissing, .clientUnknown, .clientNotAtHost: "invalid_client"
        case .requestURINotIssuedHere, .requestURIExpired, .requestURIClientMismatch, .requestURIConsumed:
            "invalid_request_uri"
        default: "invalid_request"
        }
    }
}
