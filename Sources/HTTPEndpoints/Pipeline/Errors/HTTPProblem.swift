// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
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

    init(_ fault: Fault) {
        status = HTTPStatus(code: fault.kind.status)
        error = fault.kind.error
        code = fault.code
        description = fault.sentence
    }

    init(_ failure: some Failure) {
        self.init(failure.fault)
    }

    /// A request that needs a session, or a more recent sign-in.
    ///
    /// - Parameter location: The page on which the user goes on, for a script that follows it.
    static func signInRequired(location: String? = nil) -> HTTPProblem {
        var problem = HTTPProblem(RequestFailure.signInRequired)
        problem.members["location"] = location.map(JSONValue.string)
        return problem
    }
}

extension HTTPProblem {
    init(_ failure: RequestFailure) {
        self.init(failure.fault)
        switch failure {
        case .body(.shape(let problems)): self.problems = problems
        case .limitExceeded(let status): limit = status
        case .methodNotAllowed(let allowed): headers["Allow"] = allowed.joined(separator: ", ")
        default: break
        }
    }
}
