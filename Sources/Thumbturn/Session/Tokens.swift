// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WireFormats

/// The tokens of a session for one API.
public struct Tokens: Hashable, Sendable {
    /// The access token.
    public let accessToken: String
    /// `Bearer`, or `DPoP` for a token that is bound to the device's key.
    public let tokenType: String
    /// When the access token expires.
    public let expiresAt: Date
    /// The ID token, which shows a backend who the user is.
    public let idToken: String?
    /// When the user signed in (`auth_time`), as the server says.
    public let authenticatedAt: Date?
    /// The methods of the sign-in (`amr`), such as `pop` and `user`.
    public let methods: [String]

    init(_ token: AccessToken, in session: StoredSession) {
        self.init(token, idToken: session.idToken, claims: session.claims)
    }

    init(_ token: AccessToken, idToken: String?, claims: JSONObject) {
        accessToken = token.text
        tokenType = token.type
        expiresAt = token.expiresAt
        self.idToken = idToken
        authenticatedAt = claims["auth_time"]?.intValue.map { Date(timeIntervalSince1970: TimeInterval($0)) }
        methods = claims["amr"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}
