// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// A validated authorization request.
package struct AuthorizationRequest: Hashable, Sendable {
    /// What the client asks the server to show (OpenID Connect Core, section 3.1.2.1; Initiating User Registration 1.0).
    package enum Prompt: String, CaseIterable, Sendable {
        case none
        case login
        case consent
        case selectAccount = "select_account"
        case create
    }

    package enum Display: String, CaseIterable, Sendable {
        case page
        case popup
        case touch
    }

    /// The greatest length of the encoded request, in bytes. URLs carry it, sealed.
    static let maximumLength = 6144

    package let client: String
    package let target: ResponseTarget
    /// The scope that the client is allowed. The user may have to consent to it.
    package var scope: [String] = []
    /// The identifier of the API; `nil` if the tokens are for `/userinfo` alone.
    package var audience: String?
    package var nonce: String?
    /// The PKCE challenge with the method S256.
    package var challenge: String?
    package var prompts: Set<Prompt> = []
    /// The longest time since the authentication, in seconds.
    package var maximumAge: Int64?
    package var loginHint: String?
    /// The user of the verified ID token hint.
    package var hintedUser: UserID?
    /// The preferred authentication context classes.
    package var contextClasses: [String] = []
    package var claims = ClaimsRequest()
    /// The preferred languages of pages, as language tags.
    package var locales: [String] = []
    package var display = Display.page
    /// Whether the client prefers the page for new users.
    package var isSignUpPreferred = false
    /// The name of the requested connection.
    package var connection: String?
    /// The name of the requested organization.
    package var organization: String?
    /// The thumbprint of the key that the code is bound to (RFC 9449, section 10).
    package var boundKey: [UInt8]?

    package init(client: String, target: ResponseTarget) {
        self.client = client
        self.target = target
    }

    package func isPrompted(_ prompt: Prompt) -> Bool { prompts.contains(prompt) }

    /// Whether only a user with a passkey can meet the request: only a passkey reaches a context class.
    package var requiresPasskey: Bool { claims.essentialContextClasses != nil }
}

extension AuthorizationRequest {
    /// The request as an object that ``init(json:)`` reads. The names are those of the parameters.
    package var json: JSONObject {
        var json: JSONObject = [
            "client_id": .string(client), "redirect_uri": .string(target.redirectURI),
            "response_mode": .string(target.mode.rawValue), "iss": .string(target.issuer),
        ]
        let texts = [
            ("state", target.state), ("audience", audience), ("nonce", nonce), ("code_challenge", challenge),
            ("login_hint", loginHint), ("hinted_user", hintedUser?.rawValue), ("connection", connection),
            ("organization", organization), ("dpop_jkt", boundKey.map(Base64URL.encode)),
            ("display", display == .page ? nil : display.rawValue),
        ]
        for (name, text) in texts { json.append(text.map(JSONValue.string), as: name) }
        let lists = [
            ("scope", scope), ("prompt", prompts.map(\.rawValue).sorted()), ("acr_values", contextClasses),
            ("ui_locales", locales),
        ]
        for (name, list) in lists where !list.isEmpty { json.append(.array(list.map(JSONValue.string)), as: name) }
        json.append(maximumAge.map { .number(JSONNumber($0)) }, as: "max_age")
        if !claims.isEmpty { json.append(.object(claims.json), as: "claims") }
        if isSignUpPreferred { json.append(true, as: "signup") }
        return json
    }

    /// Reads ``json``. Returns `nil` for anything else.
    package init?(json: JSONObject) {
        let target = ["client_id", "redirect_uri", "iss", "response_mode", "state"].map { json[$0]?.stringValue }
        guard let client = target[0], let redirectURI = target[1], let issuer = target[2],
            let mode = target[3].flatMap(ResponseMode.init)
        else { return nil }
        self.client = client
        self.target = ResponseTarget(redirectURI: redirectURI, mode: mode, state: target[4], issuer: issuer)
        // One pass, because each page reads its request, and most requests have few of the members.
        for member in json.members where !read(member) { return nil }
    }

    /// Reads an optional member. Returns whether its value is valid.
    private mutating func read(_ member: JSONObject.Member) -> Bool {
        let value = member.value
        var list: [String] { value.arrayValue?.compactMap(\.stringValue) ?? [] }
        switch member.name {
        case "scope": scope = list
        case "audience": audience = value.stringValue
        case "nonce": nonce = value.stringValue
        case "code_challenge": challenge = value.stringValue
        case "prompt": prompts = Set(list.compactMap(Prompt.init))
        case "max_age": maximumAge = value.intValue.map(Int64.init)
        case "login_hint": loginHint = value.stringValue
        case "hinted_user": hintedUser = value.stringValue.map(UserID.init)
        case "acr_values": contextClasses = list
        case "ui_locales": locales = list
        case "display": display = value.stringValue.flatMap(Display.init) ?? .page
        case "signup": isSignUpPreferred = value.boolValue ?? false
        case "connection": connection = value.stringValue
        case "organization": organization = value.stringValue
        case "dpop_jkt": boundKey = value.stringValue.flatMap { Base64URL.decode($0) }
        case "claims":
            guard let claims = ClaimsRequest(json: value.objectValue ?? [:]) else { return false }
            self.claims = claims
        default: break
        }
        return true
    }
}
