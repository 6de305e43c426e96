// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import WebAuthnVerification
import WireFormats

/// Why a request is not done, ready to be told in the words of either family.
struct HTTPProblem: Error, Sendable {
    var status: HTTPStatus
    /// A word of OAuth's.
    var error: String
    /// The stable name of the reason.
    var code: String
    /// What happened and what to do, for the developer of the client.
    var description: String
    var headers = HTTPFields()
    var problems: [ShapeProblem] = []
    /// Further members of the answer.
    var members = JSONObject()
    /// The limit that was reached.
    var limit: RateLimits.Verdict?
    /// Whether something could not be stored.
    var isStorageFailure = false
    /// What only operators are told.
    var cause: String?
    /// Why a ceremony's response was rejected; for operators alone.
    var report: RejectionReport?

    init(_ status: HTTPStatus, _ error: String, code: String, _ description: String) {
        self.status = status
        self.error = error
        self.code = code
        self.description = description
    }

    static func invalid(_ code: String, _ description: String) -> HTTPProblem {
        HTTPProblem(400, "invalid_request", code: code, description)
    }
}

extension HTTPProblem {
    init(_ rejection: BodyRejection) {
        switch rejection {
        case .contentTypeUnknown:
            self.init(
                415, "invalid_request", code: "request.content-type",
                "The body is of a type that is not read here. Send application/json.")
        case .json(let rejection):
            self = .invalid("request.json", "The body is not acceptable JSON: \(rejection.description)")
        case .form:
            self = .invalid("request.form", "The body is not an acceptable form, or names a parameter twice.")
        case .notAnObject:
            self = .invalid("request.json", "The body must be a JSON object.")
        case .shape(let problems):
            let text = problems.map { "\($0.field) \($0.detail)" }.joined(separator: "; ")
            self = .invalid("request.shape", "The body is not acceptable: \(text).")
            self.problems = problems
        }
    }
}
