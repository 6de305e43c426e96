// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPServer
import IdentityModel
import JOSE
import OpenIDProvider
import SignIn

extension HTTPProblem {
    /// The problem at the token endpoint. `invalid_grant` has the status of RFC 6749, section 5.2, for codes and the
    /// refresh tokens that came of them, which the OpenID Foundation's tests check, and Auth0's for passkeys and other
    /// refresh tokens.
    init(_ failure: OAuthFailure) {
        if case .storageUnavailable(let reason) = failure {
            self.init(SignInFailure.storageUnavailable(reason: reason))
            return
        }
        self.init(
            Self.status(of: failure), error: failure.error, code: "oauth.\(failure.code)",
            description: failure.description)
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

    private static func status(of failure: OAuthFailure) -> HTTPStatus {
        switch failure {
        case .parameterMissing, .parameterMalformed, .grantTypeUnknown, .proofNotAccepted, .proofMissing,
            .sessionTransferNotSupported, .scopeNotOffered, .authorizationCodeRejected, .deviceCodeRejected,
            .accessTokenRepeated, .tokenTypeNotSupported,
            .loginTicketOriginNotAllowed:
            400
        // Auth0.Android recognizes the token of a deleted user by Auth0's status.
        case .refreshTokenRejected(let rejection, isOfGrant: true) where rejection != .userGone: 400
        case .grantTypeNotAllowed, .deviceFlowWithoutOrganization, .audienceUnknown, .audienceNotAllowed,
            .scopeNotGranted, .refreshTokenRejected, .scopeInsufficient:
            403
        case .clientNotAuthenticated(let rejection): rejection.isMalformedRequest ? 400 : 401
        case .clientUnknown, .userBlocked, .accessTokenMissing, .accessTokenRejected: 401
        case .signingKeyMissing: 500
        case .tooManyDeviceRequests: 503
        case .storageUnavailable: 503
        }
    }

    /// The problem of an error whose type is not known.
    init(unexpected error: any Error) {
        switch error {
        case let problem as HTTPProblem: self = problem
        case let failure as OAuthFailure: self = HTTPProblem(failure)
        case let failure as SignInFailure: self = HTTPProblem(failure)
        case is StorageError, is StorageConflict: self = HTTPProblem(SignInFailure(error))
        default:
            self.init(
                500, error: "server_error", code: "server.unexpected",
                description: "Something went wrong. The log has the cause.")
            cause = "\(error)"
        }
    }
}
