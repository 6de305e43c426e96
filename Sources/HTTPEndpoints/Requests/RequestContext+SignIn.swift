// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn

extension RequestContext {
    /// Records a completed sign-in in the log and the metrics, and notifies operators of its warning, if it has one.
    func record(_ receipt: SignInReceipt, in services: Services) {
        user = receipt.user.id
        services.options.signedIn?(receipt)
        if receipt.limit.limit != nil { limit = receipt.limit }
        if let warning = receipt.signIn.method.warning {
            services.notify(OperatorNotice(warning, of: receipt, reference: reference))
        }
    }

    /// The relying party of the host.
    var relyingPartyID: String? { configuration.domain(at: host.host)?.relyingPartyID }

    /// The problem of a sign-in that failed. It has the device forget an unknown passkey.
    func problem(of failure: SignInFailure) -> HTTPProblem {
        if case .counterRegressed(_, _, let regressed) = failure { user = regressed }
        return HTTPProblem(failure, relyingPartyID: relyingPartyID)
    }

    func problem(of failure: ProviderFailure) -> HTTPProblem {
        switch failure {
        case .signIn(let failure): problem(of: failure)
        case .profile(let rejection): HTTPProblem(rejection)
        case .provider(let failure): HTTPProblem(failure)
        }
    }
}
