// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// What the keychain has of a session.
struct StoredSession: Sendable {
    /// The claims of the ID token.
    var claims: JSONObject
    var user: User
    var refreshToken: String?
    var accessTokens: [AccessToken] = []
    var proofKey: ProofKey?

    init?(claims: JSONObject) {
        guard let user = User(claims) else { return nil }
        self.claims = claims
        self.user = user
    }

    /// Returns `nil` for bytes that this version did not write.
    init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONReader.read(bytes))?.objectValue, object["version"]?.intValue == Self.version,
            let claims = object["claims"]?.objectValue
        else { return nil }
        self.init(claims: claims)
        refreshToken = object["refresh_token"]?.stringValue
        accessTokens = (object["access_tokens"]?.arrayValue ?? []).compactMap {
            $0.objectValue.flatMap(AccessToken.init)
        }
        proofKey = object["key"]?.stringValue.flatMap { Base64URL.decode($0) }.flatMap { ProofKey(stored: $0) }
    }

    private static let version = 1

    var bytes: [UInt8] {
        var object: JSONObject = ["version": 1, "claims": .object(claims)]
        object["refresh_token"] = refreshToken.map(JSONValue.string)
        object["access_tokens"] = .array(accessTokens.map { .object($0.stored) })
        object["key"] = proofKey.map { .string(Base64URL.encode($0.stored)) }
        return JSONValue.object(object).serialized()
    }

    /// Keeps a token in place of an older one for the same purpose.
    mutating func keep(_ token: AccessToken) {
        accessTokens.removeAll { $0.purpose == token.purpose }
        accessTokens.append(token)
    }
}
