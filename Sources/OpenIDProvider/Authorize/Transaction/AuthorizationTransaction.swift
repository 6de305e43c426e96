// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
package import WireFormats

/// An authorization request while its user visits pages. The browser holds it, sealed.
package struct AuthorizationTransaction: Hashable, Sendable {
    package let request: AuthorizationRequest
    /// The digest of the cookie of the browser that sent the request.
    package let browser: [UInt8]
    package let beganAt: Timestamp
    package let expiresAt: Timestamp
    package var progress = AuthorizationProgress()

    package init(request: AuthorizationRequest, browser: [UInt8], beganAt: Timestamp, expiresAt: Timestamp) {
        self.request = request
        self.browser = browser
        self.beganAt = beganAt
        self.expiresAt = expiresAt
    }
}
