// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import JOSE
import OpenIDProvider
import SignIn

extension HTTPProblem {
    /// At the token endpoint and those beside it. `invalid_grant` has Auth0's status, which its SDKs know.
    init(_ failure: OAuthFailure) {
        self.init(Self.status(of: failure), failure.error, code: "oauth.\(failure.code)", failure.description)
    }

    /// At a resource: the header says how to come back (RFC 6750, section 3; RFC 9449, section 7.1).
    static func atResource(_ failure: OAuthFailure) -> HTTPProblem {
        var problem = HTTPProblem(failure)
        switch failure {
        case .proofNotAccepted: problem.status = 401
        case .accessTokenMissing:
            problem.headers["WWW-Authenticate"] = "Bearer"
            return problem
        default: break
        }
        let description = failure.description.replacing("\\", with: "/").replacing("\"", with: "'")
        var parameters = "error=\"\(failure.error)\", error_description=\"\(description)\""
        if case .scopeInsufficient(let needed) = failure {
            parameters += ", scope=\"\(needed.joined(separator: " "))\""
        }
        var scheme = "Bearer"
        switch failure {
        case .proofNotAccepted, .proofMissing, .accessTokenRefused(.proofMissing), .accessTokenRefused(.proofMismatch):
            scheme = "DPoP"
            parameters += ", algs=\"\(ProofVerification.algorithms.map(\.name).joined(separator: " "))\""
        default: break
        }
        problem.headers["WWW-Authenticate"] = "\(scheme) \(parameters)"
        return problem
    }

    private static func status(of failure: OAuthFailure) -> HTTPStatus {
        switch failure {
        case .parameterMissing, .parameterMalformed, .grantTypeUnknown, .proofNotAccepted, .proofMissing,
            .scopeNotOffered:
            400
        case .grantTypeNotAllowed, .audienceUnknown, .audienceNotAllowed, .refreshTokenRefused, .scopeInsufficient: 403
        case .clientNotAuthenticated(let rejection): rejection.isMalformedRequest ? 400 : 401
        case .clientUnknown, .userBlocked, .accessTokenMissing, .accessTokenRefused: 401
        case .signingKeyMissing: 500
        }
    }

    /// What came out of something that throws more than one kind of error.
    init(unexpected error: any Error) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case let failure as OAuthFailure: self = HTTPProblem(failure)
        case let failure as SignInFailure: self = HTTPProblem(failure)
        case is StorageError, is StorageConflict: self = HTTPProblem(SignInFailure(error))
        default:
            self.init(500, "server_error", code: "server.unexpected", "Something went wrong. The log knows what.")
            cause = "\(error)"
        }
    }
}
