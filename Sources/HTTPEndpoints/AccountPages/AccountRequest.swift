// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// A request of a signed-in user for the account page.
struct AccountRequest {
    /// How recent the sign-in must be that changes credentials or ends sessions, in seconds.
    private static let recentSpan = 15 * 60

    let browser: BrowserRequest
    let session: ActiveSession
    /// What the forms of the session's pages carry.
    let formToken: String

    /// Returns `nil` if the browser has no session.
    init?(_ browser: BrowserRequest) async throws(HTTPProblem) {
        guard let session = try await browser.session(), let formToken = browser.formToken(of: session) else {
            return nil
        }
        self.browser = browser
        self.session = session
        self.formToken = formToken
    }

    var context: RequestContext { browser.context }

    var owner: AccountOwner {
        var owner = AccountOwner(user: session.user.id, client: nil, host: context.host.host, sender: context.sender)
        owner.tokenGeneration = session.user.tokenGeneration
        owner.session = session.record.id
        owner.authenticatedAt = session.record.authenticatedAt
        return owner
    }

    /// Whether the user signed in a short time ago, so that a browser left open can't be used to take the account over.
    ///
    /// Nobody can sign in to an account without a passkey. Its session is the only proof that there is, so it always
    /// counts.
    var isRecent: Bool {
        !session.hasPasskey || signedInWithin(Self.recentSpan)
    }

    /// Whether the user signed in less than some seconds ago.
    func signedInWithin(_ seconds: Int) -> Bool {
        session.record.authenticatedAt.advanced(by: seconds) > browser.services.expiryTime
    }

    /// Rejects a form that another session's page, or no page of this server, contains.
    func require(formToken: String) throws(HTTPProblem) {
        guard browser.isFormToken(formToken, of: session) else {
            throw HTTPProblem(
                403, error: "invalid_request", code: "page.form-token-mismatch",
                description: "This form does not belong to the current session. Open the page again.")
        }
    }
}

extension BrowserRequest {
    /// Returns the token of the session's forms. It is derived from the secret in the cookie, which other sites can't
    /// read.
    func formToken(of session: ActiveSession) -> String? {
        cookies.session.map { secret in
            let key = HKDF.deriveKey(secret: [UInt8](secret.utf8), info: [UInt8]("form token".utf8))
            let message = [UInt8](session.record.id.rawValue.utf8)
            return Base64URL.encode(HMAC.authenticationCode(for: message, key: key, .sha256))
        }
    }

    func isFormToken(_ text: String, of session: ActiveSession) -> Bool {
        guard let expected = formToken(of: session) else { return false }
        return constantTimeEqual([UInt8](text.utf8), to: [UInt8](expected.utf8))
    }
}
