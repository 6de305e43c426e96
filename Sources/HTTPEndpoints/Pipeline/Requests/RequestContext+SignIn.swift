// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn

extension RequestContext {
    /// Records a completed sign-in in the log and the metrics, and notifies operators of its warning, if it has one.
    func record(_ receipt: SignInReceipt) {
        user = receipt.user.id
        services.options.signedIn?(receipt)
        if receipt.limit.limit != nil { limit = receipt.limit }
        if let warning = receipt.signIn.method.warning {
            services.notify(OperatorNotice(warning, of: receipt, reference: reference))
        }
    }

    /// The relying party of the host.
    var relyingPartyID: String? { configuration.domain(at: host.host)?.relyingPartyID }

    /// The problem of a use case. It has the device forget a passkey that is unknown, or that no account gets.
    func problem(of failure: SignInFailure) -> HTTPProblem {
        var problem = HTTPProblem(failure, relyingPartyID: relyingPartyID)
        switch failure {
        case .response(.counterRegressed(_, _, let regressed)): user = regressed
        case .account(.exists), .account(.onlyWayIn):
            if let registration { problem.signalUnknown(registration, relyingPartyID: relyingPartyID) }
        default: break
        }
        return problem
    }
}
