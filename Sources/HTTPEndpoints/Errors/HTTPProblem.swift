// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import RateLimiting
import WebAuthnVerification
import WireFormats

/// Why a request failed, as its client and the log see it (RFC 9457 calls it a problem).
struct HTTPProblem: Error, Sendable {
    var status: HTTPStatus
    /// The OAuth error code.
    var error: String
    /// The stable code of the reason.
    var code: String
    /// An explanation of what happened and what to do, for the developer of the client.
    var description: String
    var headers = HTTPFields()
    var problems: [ShapeProblem] = []
    /// Additional members of the response.
    var members = JSONObject()
    /// The limit that was reached.
    var limit: RateLimitStatus?
    /// Whether something could not be stored.
    var isStorageFailure = false
    /// The cause, for operators only.
    var cause: String?
    /// The report on a rejected response, for operators only.
    var report: RejectionReport?
    /// The URL that was rejected, for operators only.
    var mismatch: URLMismatch?

    init(_ status: HTTPStatus, error: String, code: String, description: String) {
        self.status = status
        self.error = error
        self.code = code
        self.description = description
    }

    static func invalidRequest(code: String, description: String) -> HTTPProblem {
        HTTPProblem(400, error: "invalid_request", code: code, description: description)
    }

    /// A request that needs a session, or a more recent sign-in.
    ///
    /// - Parameter location: The page on which the user goes on, for a script that follows it.
    static func signInRequired(location: String? = nil) -> HTTPProblem {
        var problem = HTTPProblem(
            401, error: "login_required", code: "page.sign-in-required", description: signInFirst)
        problem.members["location"] = location.map(JSONValue.string)
        return problem
    }

    static let signInFirst = "Sign in first"

    static let unknownPath = HTTPProblem(
        404, error: "not_found", code: "request.path-unknown",
        description: "There is nothing at this path. See /openapi.json.")
}

extension HTTPProblem {
    init(_ rejection: BodyRejection) {
        switch rejection {
        case .contentTypeUnknown:
            self.init(
                415, error: "invalid_request", code: "request.content-type-unsupported",
                description: "The body's media type is not supported. Send application/json.")
        case .json(let rejection):
            self = .invalidRequest(
                code: "request.json-malformed", description: "The body is not strict JSON: \(rejection.description)"
            )
        case .form:
            self = .invalidRequest(
                code: "request.form-malformed",
                description: "The body is not a valid form, or repeats a parameter.")
        case .notAnObject:
            self = .invalidRequest(code: "request.json-malformed", description: "The body must be a JSON object.")
        case .shape(let problems):
            let text = problems.map { "\($0.field) \($0.detail)" }.joined(separator: "; ")
            self = .invalidRequest(code: "request.body-invalid", description: "The body is invalid: \(text).")
            self.problems = problems
        }
    }
}
