// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import OpenIDProvider
import SignIn

extension HTTPProblem {
    /// In the interface to one's own account: there is no grant that could be invalid, so what does not hold is a
    /// request that is not acceptable.
    init(account failure: SignInFailure) {
        self.init(failure)
        switch failure {
        case .ceremony, .registrationRejected, .modifiedConcurrently:
            status = 400
            error = "invalid_request"
        case .accountUnknown, .accountBlocked: self = .atResource(.accessTokenRefused(.userGone))
        case .tokenVoid: self = .atResource(.accessTokenRefused(.revoked))
        default: break
        }
    }
}
