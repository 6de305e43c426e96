// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

extension Samples {
    package static func sessionID(_ number: Int) -> BrowserSession.ID {
        BrowserSession.ID(rawValue: "session \(number)")
    }

    /// A session without a passkey that expires in an hour, or in a day if it is used.
    package static func session(_ number: Int, of user: UserID) -> BrowserSession {
        BrowserSession(
            id: sessionID(number), secretHash: bytes(number, count: 38, salt: 3), user: user, host: "login.example.org",
            createdAt: time(Int64(number)), idleExpiresAt: time(3600), expiresAt: time(86_400))
    }

    /// A session with every member.
    static func fullSession(_ number: Int, of user: UserID, passkey: PasskeyID) -> BrowserSession {
        var session = session(number, of: user)
        session.client = "client"
        session.ways = [passkey.way]
        session.authenticatedAt = time(-9)
        session.provenSince = time(-99)
        session.methods = ["swk", "user"]
        session.lastUsedAt = time(50)
        session.userAgent = "Browser \u{1F98A}"
        session.address = "2001:db8::1"
        return session
    }

    package static func code(
        _ number: Int, of user: UserID, expiresAt: Timestamp = time(60)
    ) -> AuthorizationCode {
        let grant = AuthorizationCode.Grant(
            id: GrantID(rawValue: "grant \(number)"), user: user, client: "client", host: "login.example.org",
            redirectURI: "https://app.example.org/callback", authenticatedAt: time(0))
        return AuthorizationCode(
            hash: bytes(number, count: 38, salt: 4), grant: grant, issuedAt: time(0), expiresAt: expiresAt)
    }

    /// A code with every member.
    static func fullCode(_ number: Int, of user: UserID) -> AuthorizationCode {
        let simple = code(number, of: user)
        var grant = simple.grant
        grant.challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        grant.scope = ["openid", "a \"b\""]
        grant.audience = "https://api.example.org/"
        grant.nonce = "n\u{0}\u{1F511}"
        grant.organization = "org_1"
        grant.methods = ["swk", "user"]
        grant.generation = 3
        grant.session = sessionID(1)
        grant.ways = [passkeyID(1).way]
        grant.boundKey = bytes(9)
        grant.claims = ["id_token": ["email": .null, "acr": ["values": ["a"]]]]
        var full = AuthorizationCode(
            hash: simple.hash, grant: grant, issuedAt: simple.issuedAt, expiresAt: simple.expiresAt)
        full.use = AuthorizationCode.Use(usedAt: time(5), family: grant.id.family)
        return full
    }

    static func consent(_ user: UserID, client: String = "client", audience: String? = nil) -> Consent {
        Consent(user: user, client: client, audience: audience, scope: ["openid"], grantedAt: time(0))
    }

    static func device(_ number: Int, expiresAt: Timestamp = time(900)) -> DeviceAuthorization {
        var authorization = DeviceAuthorization(
            deviceCodeHash: bytes(number, count: 38, salt: 5), userCode: "CODE\(number)", client: "client",
            host: "login.example.org", createdAt: time(0), expiresAt: expiresAt)
        authorization.scope = ["openid", "offline_access"]
        return authorization
    }

    /// An approval with every member.
    static func approval(by user: UserID) -> DeviceAuthorization.Approval {
        var approval = DeviceAuthorization.Approval(user: user, authenticatedAt: time(7), decidedAt: time(8))
        approval.generation = 3
        approval.methods = ["hwk", "user"]
        approval.session = sessionID(1)
        approval.ways = [passkeyID(1).way]
        return approval
    }
}
