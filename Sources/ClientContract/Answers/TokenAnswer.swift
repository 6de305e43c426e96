// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The answer of `/oauth/token`.
package struct TokenAnswer: Sendable {
    package var accessToken: String
    /// `Bearer` or `DPoP`.
    package var tokenType: String
    /// In seconds.
    package var validFor: Int
    package var scope: String?
    package var idToken: String?
    package var refreshToken: String?
    package var loginTicket: String?

    package init(
        accessToken: String, tokenType: String, validFor: Int, scope: String?, idToken: String? = nil,
        refreshToken: String? = nil, loginTicket: String? = nil
    ) {
        self.accessToken = accessToken
        self.tokenType = tokenType
        self.validFor = validFor
        self.scope = scope
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.loginTicket = loginTicket
    }

    /// Returns `nil` if a member is missing.
    package init?(_ body: JSONObject) {
        guard let accessToken = body.text("access_token"), let tokenType = body.text("token_type"),
            let validFor = body["expires_in"]?.intValue
        else { return nil }
        self.init(
            accessToken: accessToken, tokenType: tokenType, validFor: validFor, scope: body.text("scope"),
            idToken: body.text("id_token"), refreshToken: body.text("refresh_token"),
            loginTicket: body.text("login_ticket"))
    }

    package var json: JSONObject {
        var body = JSONObject()
        body.append(accessToken, as: "access_token")
        body.append(tokenType, as: "token_type")
        body.append(.number(JSONNumber(Int64(validFor))), as: "expires_in")
        body.append(scope, as: "scope")
        body.append(idToken, as: "id_token")
        body.append(refreshToken, as: "refresh_token")
        body.append(loginTicket, as: "login_ticket")
        return body
    }
}
