// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import JOSE
import OpenIDProvider
import SignIn

extension HTTPProblem {
    /// The problem at the token endpoint.
    init(_ failure: OAuthFailure) {
        if case .storageUnavailable(let reason) = failure {
            self.init(SignInFailure.storageUnavailable(reason: reason))
            return
        }
        self.init(failure.fault)
    }

    /// The problem at a resource, with a challenge (RFC 6750, section 3; RFC 9449, section 7.1).
    static func atResource(_ failure: OAuthFailure) -> HTTPProblem {
        var problem = HTTPProblem(failure)
        switch failure {
        case .proofNotAccepted: problem.status = 401
        case .storageUnavailable: return problem
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
        case .proofNotAccepted, .proofMissing, .accessTokenRejected(.proofMissing),
            .accessTokenRejected(.proofMismatch):
            scheme = "DPoP"
            parameters += ", algs=\"\(ProofVerification.algorithms.map(\.name).joined(separator: " "))\""
        default: break
        }
        problem.headers["WWW-Authenticate"] = "\(scheme) \(parameters)"
        return problem
    }

    /// The problem of anything that a check or a handler throws.
    init(of error: any Error, in context: RequestContext?) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case let failure as SignInFailure: self = context?.problem(of: failure) ?? HTTPProblem(failure)
        case let failure as OAuthFailure: self = context?.problem(of: failure) ?? HTTPProblem(failure)
        case let rejection as DPoPRejection: self.init(of: OAuthFailure.proofNotAccepted(rejection), in: context)
        case let failure as RequestFailure: self = HTTPProblem(failure)
        case let rejection as BodyRejection: self = HTTPProblem(RequestFailure.body(rejection))
        case let required as SignInRequired: self = .signInRequired(location: required.location)
        case is StorageError, is StorageConflict: self = HTTPProblem(SignInFailure(error))
        case let failure as any Failure: self.init(failure.fault)
        default:
            self.init(RequestFailure.unexpected)
            cause = "\(error)"
        }
    }
}
