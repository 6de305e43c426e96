// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// A request of a signed-in user for the account page.
struct AccountRequest {
    let browser: BrowserRequest
    let session: ActiveSession
    /// The token that the forms of the session's pages carry.
    let formToken: String

    /// Returns `nil` if the browser has no session.
    init?(_ browser: BrowserRequest) async throws(SignInFailure) {
        guard let session = try await browser.session(), let formToken = browser.formToken(of: session) else {
            return nil
        }
        self.browser = browser
        self.session = session
        self.formToken = formToken
    }

    var context: RequestContext { browser.context }

    var owner: AccountOwner { owner(with: nil) }

    /// The user on a page of the server that is part of a client's request.
    func owner(with client: Client?) -> AccountOwner {
        AccountOwner(.session(session), client: client, host: context.host.host, sender: context.sender)
    }

    /// Whether the session may change the ways into the account, and end sessions.
    var isRecent: Bool { session.isRecent(at: browser.services.expiryTime) }

    /// Rejects a form that another session's page, or no page of this server, contains.
    func require(formToken: String) throws(RequestFailure) {
        guard browser.isFormToken(formToken, of: session) else {
            throw .formTokenMismatch
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
