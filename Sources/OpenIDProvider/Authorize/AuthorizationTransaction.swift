// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
package import WireFormats

/// What has happened since an authorization request began.
package struct AuthorizationProgress: Hashable, Sendable {
    /// The user who signed in or was selected.
    package var user: UserID?
    package var authenticatedAt: Timestamp?
    package var hasSelectedAccount = false
    package var hasConsented = false
    /// Whether the user chose to sign in with another account, although the session was the only way into this one.
    package var isLeavingAccount = false
    /// Whether the user signed in with a passkey of another device and is offered one on this device.
    package var isPasskeyOffered = false
    /// Whether the user signed up for this request and is asked for a name.
    package var isProfilePending = false
    /// The identifiers that a new user has entered.
    package var identifiers: [Identifier.Kind: String] = [:]
    /// The secret of the session that begins with a sign-up without a passkey. If the form is sent twice, the second
    /// time finds the session of the first.
    package var sessionSecret: TimeOrderedSecret?

    package init() {}

    /// Returns the progress after a sign-in or a sign-up.
    package func authenticated(_ user: UserID, at time: Timestamp) -> AuthorizationProgress {
        var progress = AuthorizationProgress()
        progress.user = user
        progress.authenticatedAt = time
        progress.hasSelectedAccount = true
        return progress
    }

    /// Returns the progress after the user of a session chose to continue with it.
    package func selected(_ user: UserID) -> AuthorizationProgress {
        var progress = continued(by: user)
        progress.hasSelectedAccount = true
        return progress
    }

    /// Returns the progress after the user of a session chose to sign in with another account.
    package func leaving(_ user: UserID) -> AuthorizationProgress {
        var progress = continued(by: user)
        progress.isLeavingAccount = true
        return progress
    }

    /// Returns the progress after the user of a session allowed the client its scope.
    package func consented(_ user: UserID) -> AuthorizationProgress {
        var progress = continued(by: user)
        progress.hasConsented = true
        return progress
    }

    /// Returns the progress of a page that shows a user's account. The steps of another user don't count.
    package func continued(by user: UserID) -> AuthorizationProgress {
        var progress = self.user == user ? self : AuthorizationProgress()
        progress.user = user
        return progress
    }
}

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

/// Seals transactions and pushed requests, so that the server stores neither.
package struct AuthorizationSeal: Sendable {
    private static let transactionContext = [UInt8]("authorization transaction 2".utf8)
    /// The longest text that is opened, in bytes. What this server seals is shorter.
    private static let maximumLength = 32_768

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    /// Returns the transaction as the text of a URL parameter.
    package func seal(_ transaction: AuthorizationTransaction) -> String {
        seal(transaction.bytes, context: Self.transactionContext)
    }

    /// Opens a transaction in the browser that began it. This protects the pages from forged requests and from sign-ins
    /// that an attacker began.
    package func openTransaction(
        _ text: String, browser: [UInt8]?, at time: Timestamp
    ) throws(AuthorizationPageError) -> AuthorizationTransaction {
        guard let bytes = openBytes(text, context: Self.transactionContext),
            let transaction = AuthorizationTransaction(bytes: bytes)
        else { throw .transactionNotIssuedHere }
        guard let browser, constantTimeEqual(browser, to: transaction.browser) else {
            throw .transactionBrowserMismatch
        }
        guard time < transaction.expiresAt else { throw .transactionExpired }
        return transaction
    }

    func seal(_ json: JSONObject, context: [UInt8]) -> String {
        seal(JSONValue.object(json).serialized(), context: context)
    }

    private func seal(_ bytes: [UInt8], context: [UInt8]) -> String {
        Base64URL.encode(key.sealApart(bytes, authenticating: context))
    }

    func open(_ text: String, context: [UInt8]) -> JSONObject? {
        (openBytes(text, context: context).flatMap { try? JSONReader.read($0) })?.objectValue
    }

    private func openBytes(_ text: String, context: [UInt8]) -> [UInt8]? {
        guard text.utf8.count <= Self.maximumLength, let sealed = Base64URL.decode(text) else { return nil }
        return key.openApart(sealed, authenticating: context)
    }
}
