// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import WireFormats

/// The format of error responses.
enum ErrorFormat: Sendable {
    /// `error` and `error_description`.
    case authentication
    /// The same, with `type`, `title`, `status` and `detail` (RFC 7807).
    case myAccount
    /// `error` with the message, and `verified` and `success`, which are false.
    case ceremonyAPI

    /// The format at a path without a row.
    init(path: String) {
        self =
            path.utf8.starts(with: "/me/".utf8)
            ? .myAccount : path.utf8.starts(with: "/api/auth/".utf8) ? .ceremonyAPI : .authentication
    }

    /// The schema in the description.
    var schema: String {
        switch self {
        case .authentication: "Error"
        case .myAccount: "AccountError"
        case .ceremonyAPI: "CeremonyAPIError"
        }
    }
}

/// Serializes problems in the format of the API that a path belongs to.
enum ErrorResponses {
    static func response(to problem: HTTPProblem, format: ErrorFormat, reference: String) -> HTTPResponse {
        var body: JSONObject =
            switch format {
            case .authentication: JSONObject()
            case .myAccount: accountMembers(problem)
            case .ceremonyAPI: ["verified": false, "success": false]
            }
        if format == .ceremonyAPI {
            body["error"] = .string(problem.description)
        } else {
            body["error"] = .string(problem.error)
            body["error_description"] = .string(problem.description)
        }
        body["code"] = .string(problem.code)
        body["reference"] = .string(reference)
        if !problem.problems.isEmpty { body["validation_errors"] = .array(problem.problems.map(Self.json)) }
        for member in problem.members.members { body[member.name] = member.value }
        var response = HTTPResponse.json(.object(body), status: problem.status)
        for field in problem.headers.fields { response.headers.append(field.name, value: field.value) }
        return response
    }

    /// RFC 7807, under a media type that SDKs for Android read; the URIs are those of Auth0's own documents.
    private static func accountMembers(_ problem: HTTPProblem) -> JSONObject {
        let (number, title) = causes[problem.code] ?? kinds[problem.status.code] ?? ("0001", "Error")
        return [
            "type": .string("https://auth0.com/api-errors/A0E-\(problem.status.code)-\(number)"),
            "title": .string(title), "status": .number(JSONNumber(Int64(problem.status.code))),
            "detail": .string(problem.description),
        ]
    }

    /// The numbers and titles of the problems that applications react to in different ways. SDKs drop all members but
    /// these.
    private static let causes: [String: (String, String)] = [
        "oauth.access-token-revoked": ("0002", "Access Token Revoked"),
        "sign-in.too-old": ("0003", "Recent Sign-In Required"),
        "sign-in.code-mismatch": ("0004", "Wrong Code"),
    ]

    private static let kinds: [Int: (String, String)] = [
        400: ("0003", "Validation Error"), 401: ("0001", "Unauthorized"), 403: ("0002", "Insufficient Scope"),
        404: ("0002", "Not Found"), 405: ("0001", "Method Not Allowed"), 409: ("0001", "Conflict"),
        413: ("0001", "Content Too Large"), 415: ("0001", "Unsupported Media Type"),
        421: ("0001", "Misdirected Request"),
        429: ("0003", "Too Many Requests"), 500: ("0001", "Internal Server Error"),
        503: ("0001", "Service Unavailable"),
    ]

    private static func json(_ problem: ShapeProblem) -> JSONValue {
        [
            "detail": .string(problem.detail), "field": .string(problem.field), "pointer": .string(problem.pointer),
            "source": "body",
        ]
    }
}

extension HTTPResponse {
    /// JSON that must not be cached.
    static func json(_ value: JSONValue, status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "application/json", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
            ],
            body: value.serialized())
    }
}
