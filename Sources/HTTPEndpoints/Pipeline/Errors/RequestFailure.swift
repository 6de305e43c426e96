// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import IdentityModel
import RateLimiting
import SignIn
import WireFormats

/// Why the pipeline rejects a request, or cannot serve it.
enum RequestFailure: Failure {
    // The host and the path.
    case hostUnknown
    /// The request used plain HTTP, but the host requires TLS.
    case insecure
    case pathUnknown
    case methodNotAllowed(allowed: [String])
    case limitExceeded(RateLimitStatus)

    // The contents.
    case userNameMissing
    case body(BodyRejection)
    case queryInvalid(String)
    /// The user can't add an authentication method of this type.
    case methodTypeNotSupported(String)

    // The page.
    case invitationOriginMismatch
    case originMismatch
    /// A page of another site requested the page without navigating to it.
    case navigationMissing
    case formTokenMismatch
    case signInRequired
    /// Browsers enforce it, so it is only logged.
    case originNotAllowed

    // The server.
    case starting
    case unexpected
}

extension RequestFailure {
    var fault: Fault {
        switch self {
        case .hostUnknown:
            Fault(
                .misdirected, "request.host-unknown",
                "This host is not served here. Add it to custom_domains, or use a configured host.",
                meaning: "The server does not serve this host.",
                remedy:
                    "Add the host to custom_domains, or use a configured host. A proxy must pass on the Host header.")
        case .insecure:
            Fault(
                .misdirected, "request.insecure",
                "This host requires https. A proxy in front of it must send X-Forwarded-Proto: https.",
                meaning: "The request used plain HTTP, but the host requires TLS.",
                remedy: "Have the proxy send X-Forwarded-Proto: https, and declare it with --trusted-proxy.")
        case .pathUnknown:
            Fault(
                .notFound, "request.path-unknown", "There is nothing at this path. See /openapi.json.",
                meaning: "There is nothing at this path.", remedy: "Compare the path with /openapi.json.")
        case .methodNotAllowed(let allowed):
            Fault(
                .init(405, "invalid_request"), "request.method-not-allowed",
                "This path accepts \(allowed.joined(separator: ", ")) only.",
                meaning: "The path does not support this method.", remedy: "Compare the method with /openapi.json.")
        case .limitExceeded(let status): SignInFailure.limitExceeded(status).fault
        case .userNameMissing:
            Fault(
                .invalidRequest, "request.username-missing", "Username required",
                meaning: "The request names no user.",
                remedy: "Send username with the user's email address, user name or phone number.")
        case .body(let rejection): Self.fault(of: rejection)
        case .queryInvalid(let sentence):
            Fault(
                .invalidRequest, "request.query-invalid", sentence,
                meaning: "The query is malformed, or a parameter has an invalid value.",
                remedy: "Compare the query with /openapi.json.")
        case .methodTypeNotSupported(let type):
            Fault(
                .invalidRequest, "account.type-not-supported",
                "Authentication methods of the type \(type) are not supported. Use passkey.",
                meaning: "Only passkeys can be added as authentication methods.", remedy: "Send type: passkey.")
        case .invitationOriginMismatch:
            Fault(
                .foreign, "invitation.origin-mismatch",
                "Invitations can only be accepted on this server's page. Open the link as you received it.",
                meaning: "The request does not come from the invitation's own page.",
                remedy: "Open the invitation's link exactly as it was sent.")
        case .originMismatch:
            Fault(
                .foreign, "page.origin-mismatch", "This request did not come from this server's own page.",
                meaning: "The request does not come from the server's own page.",
                remedy: "Open the page at the server's own host. Other sites can't send its forms.")
        case .navigationMissing:
            Fault(
                .foreign, "page.navigation-missing", "Other sites can link to this page, but not load it.",
                meaning: "A page of another site requested the page without navigating to it.",
                remedy: "Link to the page. Pages of other sites can't request it in another way.")
        case .formTokenMismatch:
            Fault(
                .foreign, "page.form-token-mismatch",
                "This form does not belong to the current session. Open the page again.",
                meaning: "The form does not belong to the session of the browser.",
                remedy: "Open the page again. Its session was replaced or has ended.")
        case .signInRequired:
            Fault(
                .init(401, "login_required"), "page.sign-in-required", "Sign in first",
                meaning: "The user is not signed in, or did not sign in recently enough.", remedy: "Sign in again.")
        case .originNotAllowed:
            Fault(
                .foreign, "cors.origin-not-allowed", "The page's origin is not allowed to read the response.",
                remedy: "Compare the page's origin with web_origins and allowed_origins of CLIENT.")
        case .starting:
            Fault(
                .unavailable, "server.starting", "The host's keys are not ready yet.",
                remedy: "Try again in a moment. The host's keys are still being created.")
        case .unexpected:
            Fault(
                .init(500, "server_error"), "server.unexpected", "Something went wrong. The log has the cause.",
                meaning: "The server failed unexpectedly. The log has the cause.",
                remedy: "This is a fault of the server. Report it with its cause.")
        }
    }

    private static func fault(of rejection: BodyRejection) -> Fault {
        let compare = "Compare the request's body and media type with /openapi.json."
        let notJSON = "The body is not strict JSON, or not an object."
        return switch rejection {
        case .contentTypeUnknown:
            Fault(
                .init(415, "invalid_request"), "request.content-type-unsupported",
                "The body's media type is not supported. Send application/json.",
                meaning: "The body's media type is not supported.", remedy: compare)
        case .json(let rejection):
            Fault(
                .invalidRequest, "request.json-malformed", "The body is not strict JSON: \(rejection.description)",
                meaning: notJSON, remedy: compare)
        case .notAnObject:
            Fault(
                .invalidRequest, "request.json-malformed", "The body must be a JSON object.", meaning: notJSON,
                remedy: compare)
        case .form:
            Fault(
                .invalidRequest, "request.form-malformed", "The body is not a valid form, or repeats a parameter.",
                remedy: compare)
        case .shape(let problems):
            Fault(
                .invalidRequest, "request.body-invalid",
                "The body is invalid: \(problems.map { "\($0.field) \($0.detail)" }.joined(separator: "; ")).",
                meaning: "A member of the body is missing, or has a wrong type or value.", remedy: compare)
        }
    }

    /// One failure for each code.
    static let examples: [RequestFailure] = [
        .hostUnknown, .insecure, .userNameMissing, .pathUnknown, .methodNotAllowed(allowed: ["…"]),
        .limitExceeded(.unlimited), .body(.contentTypeUnknown), .body(.notAnObject), .body(.form), .body(.shape([])),
        .queryInvalid("…"), .methodTypeNotSupported("…"), .invitationOriginMismatch, .originMismatch,
        .navigationMissing, .formTokenMismatch, .signInRequired, .originNotAllowed, .starting, .unexpected,
    ]
}

extension Fault.Kind {
    /// A request that was sent to the wrong host, or in the wrong way.
    fileprivate static let misdirected = Self(421, "invalid_request")
    /// A request of a page that may not send it.
    fileprivate static let foreign = Self(403, "invalid_request")
}
