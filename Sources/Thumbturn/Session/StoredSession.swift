// SPDX-License-Identifier: Apache-2.0

import Foundation
import WireFormats

/// A session as the keychain has it.
struct StoredSession: Sendable {
    /// The sign-in that the session began with. Refreshes don't change it.
    private(set) var signIn = UUID().uuidString
    /// Changes whenever the session is stored, so that a process sees what another one has stored.
    private(set) var revision = UUID().uuidString
    /// The claims of the ID token.
    private(set) var claims: JSONObject
    private(set) var user: User
    private(set) var idToken: String?
    var refreshToken: String?
    var accessTokens: [AccessToken] = []
    var proofKey: ProofKey?
    /// Whether the refresh token may have been used already: it was sent, and no answer was stored since.
    var isRefreshBegun = false

    /// Returns `nil` unless the ID token is one of this client's.
    init?(idToken: String, for context: ClientContext, nonce: String? = nil) {
        guard let claims = IDToken.claims(of: idToken, for: context, nonce: nonce), let user = User(claims) else {
            return nil
        }
        (self.claims, self.user, self.idToken) = (claims, user, idToken)
    }

    /// Returns `nil` for bytes that this version can't read.
    init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONReader.read(bytes))?.objectValue, object["version"]?.intValue == 1,
            let claims = object["claims"]?.objectValue, let user = User(claims)
        else { return nil }
        (self.claims, self.user) = (claims, user)
        // A session of an earlier version has neither.
        signIn = object["sign_in"]?.stringValue ?? ""
        revision = object["revision"]?.stringValue ?? ""
        idToken = object["id_token"]?.stringValue
        refreshToken = object["refresh_token"]?.stringValue
        accessTokens = (object["access_tokens"]?.arrayValue ?? []).compactMap {
            $0.objectValue.flatMap(AccessToken.init)
        }
        proofKey = ProofKey(stored: object)
        isRefreshBegun = object["refresh_begun"]?.boolValue ?? false
    }

    var bytes: [UInt8] {
        var object: JSONObject = [
            "version": 1, "sign_in": .string(signIn), "revision": .string(revision), "claims": .object(claims),
        ]
        object["id_token"] = idToken.map(JSONValue.string)
        object["refresh_token"] = refreshToken.map(JSONValue.string)
        object["access_tokens"] = .array(accessTokens.map { .object($0.stored) })
        if let proofKey { object[proofKey.stored.name] = .string(proofKey.stored.value) }
        if isRefreshBegun { object["refresh_begun"] = true }
        return JSONValue.object(object).serialized()
    }

    /// The label of the item in the keychain. A session of an earlier version has none there.
    var label: String? { revision.isEmpty ? nil : revision }

    /// The session as it is stored next.
    var revised: StoredSession {
        var session = self
        session.revision = UUID().uuidString
        return session
    }

    /// Keeps a token in place of an older one for the same purpose.
    mutating func keep(_ token: AccessToken) {
        accessTokens.removeAll { $0.purpose == token.purpose }
        accessTokens.append(token)
    }

    /// Keeps a newer ID token of the same user.
    mutating func keep(idToken: String?, for context: ClientContext) {
        guard let idToken, let claims = IDToken.claims(of: idToken, for: context), let user = User(claims),
            user.id == self.user.id
        else { return }
        (self.claims, self.user, self.idToken) = (claims, user, idToken)
    }

    /// When and how the user signed in, as the server says.
    var authenticatedAt: Date? {
        claims["auth_time"]?.intValue.map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }
}
