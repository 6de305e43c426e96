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
    /// Whether the user signed in with a passkey of another device and is offered one on this device.
    package var isPasskeyOffered = false
    /// Whether the user signed up for this request and is asked for a name.
    package var isProfilePending = false
    /// The identifiers that a new user has entered.
    package var identifiers: [Identifier.Kind: String] = [:]
    /// The secret of the session that begins with a sign-up without a passkey. If the form is sent twice, the second time finds
    /// the session of the first.
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
    private static let transactionContext = [UInt8]("authorization transaction 1".utf8)
    /// The longest text that is opened, in bytes. What this server seals is shorter.
    private static let maximumLength = 32_768

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    /// Returns the transaction as the text of a URL parameter.
    package func seal(_ transaction: AuthorizationTransaction) -> String {
        seal(transaction.json, context: Self.transactionContext)
    }

    /// Opens a transaction in the browser that began it. This protects the pages from forged requests and from sign-ins
    /// that an attacker began.
    package func openTransaction(
        _ text: String, browser: [UInt8]?, at time: Timestamp
    ) throws(AuthorizationPageError) -> AuthorizationTransaction {
        guard let json = open(text, context: Self.transactionContext),
            let transaction = AuthorizationTransaction(json: json)
        else { throw .transactionNotIssuedHere }
        guard let browser, constantTimeEqual(browser, to: transaction.browser) else {
            throw .transactionBrowserMismatch
        }
        guard time < transaction.expiresAt else { throw .transactionExpired }
        return transaction
    }

    func seal(_ json: JSONObject, context: [UInt8]) -> String {
        Base64URL.encode(key.sealApart(JSONValue.object(json).serialized(), authenticating: context))
    }

    func open(_ text: String, context: [UInt8]) -> JSONObject? {
        guard text.utf8.count <= Self.maximumLength, let sealed = Base64URL.decode(text),
            let bytes = key.openApart(sealed, authenticating: context)
        else { return nil }
        return (try? JSONReader.read(bytes))?.objectValue
    }
}

extension AuthorizationTransaction {
    fileprivate var json: JSONObject {
        var json: JSONObject = [
            "request": .object(request.json), "browser": .string(Base64URL.encode(browser)),
            "began": JSONValue(beganAt), "expires": JSONValue(expiresAt),
        ]
        json.append((progress.user?.rawValue).map(JSONValue.string), as: "user")
        json.append(progress.authenticatedAt.map { JSONValue($0) }, as: "authenticated")
        if progress.hasSelectedAccount { json.append(true, as: "selected") }
        if progress.hasConsented { json.append(true, as: "consented") }
        if progress.isPasskeyOffered { json.append(true, as: "offered") }
        if progress.isProfilePending { json.append(true, as: "profile") }
        json.append((progress.sessionSecret?.text).map(JSONValue.string), as: "session")
        for kind in Identifier.Kind.allCases {
            json.append(progress.identifiers[kind].map(JSONValue.string), as: kind.rawValue)
        }
        return json
    }

    fileprivate init?(json: JSONObject) {
        guard let request = json["request"]?.objectValue.flatMap(AuthorizationRequest.init(json:)),
            let browser = json["browser"]?.stringValue.flatMap({ Base64URL.decode($0) }),
            let beganAt = json["began"]?.numericDate, let expiresAt = json["expires"]?.numericDate
        else { return nil }
        self.init(request: request, browser: browser, beganAt: beganAt, expiresAt: expiresAt)
        progress.user = json["user"]?.stringValue.map(UserID.init)
        progress.authenticatedAt = json["authenticated"]?.numericDate
        progress.hasSelectedAccount = json["selected"]?.boolValue ?? false
        progress.hasConsented = json["consented"]?.boolValue ?? false
        progress.isPasskeyOffered = json["offered"]?.boolValue ?? false
        progress.isProfilePending = json["profile"]?.boolValue ?? false
        progress.sessionSecret = json["session"]?.stringValue.flatMap { TimeOrderedSecret($0) }
        for kind in Identifier.Kind.allCases { progress.identifiers[kind] = json[kind.rawValue]?.stringValue }
    }
}
