// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The paths that the server serves. `{id}` is a placeholder for a name.
package enum Route: String, CaseIterable, Sendable {
    case home = "/"
    case passkeyRegister = "/passkey/register"
    case passkeyChallenge = "/passkey/challenge"
    case passkeyReport = "/passkey/report"
    case registrationOptions = "/api/auth/register/options"
    case registrationVerification = "/api/auth/register/verify"
    case authenticationOptions = "/api/auth/authenticate/options"
    case authenticationVerification = "/api/auth/authenticate/verify"
    case passkeyCheck = "/api/auth/passkeys/check"
    case ownPasskeys = "/api/auth/passkeys"
    case ownPasskey = "/api/auth/passkeys/{id}"
    case ownSignOut = "/api/auth/sign-out"
    case authorization = "/authorize"
    case pushedAuthorization = "/oauth/par"
    case deviceAuthorization = "/oauth/device/code"
    case token = "/oauth/token"
    case revocation = "/oauth/revoke"
    case userInfo = "/userinfo"
    case discovery = "/.well-known/openid-configuration"
    case keys = "/.well-known/jwks.json"
    case ownAccount = "/me/v1"
    case authenticationMethods = "/me/v1/authentication-methods"
    case authenticationMethod = "/me/v1/authentication-methods/{id}"
    case authenticationMethodVerification = "/me/v1/authentication-methods/{id}/verify"
    case factors = "/me/v1/factors"
    case signIn = "/login"
    case signInChallenge = "/login/challenge"
    case signInPasskey = "/login/passkey"
    case accountSelection = "/login/select"
    case continuation = "/login/continue"
    case offeredPasskey = "/login/add-passkey"
    case offeredPasskeyChallenge = "/login/add-passkey/challenge"
    case offeredPasskeySkip = "/login/add-passkey/skip"
    case signUp = "/signup"
    case signUpChallenge = "/signup/challenge"
    case signUpPasskey = "/signup/passkey"
    case signUpSkip = "/signup/skip"
    case signUpProfile = "/signup/profile"
    case consent = "/consent"
    case device = "/activate"
    case deviceConfirmation = "/activate/confirm"
    case account = "/account"
    case accountProfile = "/account/profile"
    case accountPasskeyChallenge = "/account/passkeys/challenge"
    case accountPasskeys = "/account/passkeys"
    case accountPasskeyRename = "/account/passkeys/rename"
    case accountPasskeyRemoval = "/account/passkeys/remove"
    case accountSessionRemoval = "/account/sessions/remove"
    case accountConsentRemoval = "/account/consents/remove"
    case accountDeviceRemoval = "/account/devices/remove"
    case accountDeletion = "/account/delete"
    case accountDeletionChallenge = "/account/delete/challenge"
    case accountDeletionPasskey = "/account/delete/passkey"
    case accountKeeping = "/account/keep"
    case accountSignOut = "/account/logout"
    case logout = "/oidc/logout"
    case compatibleLogout = "/v2/logout"
    case asset = "/assets/{id}"
    case sdkFile = "/sdk/{id}"
    case demo = "/demo/"
    case demoFile = "/demo/{id}"
    case setup = "/setup"
    case setupChallenge = "/setup/challenge"
    case setupPasskey = "/setup/passkey"
    case invitation = "/invitation"
    case invitationContents = "/invitation/contents"
    case invitationChallenge = "/invitation/challenge"
    case invitationVerification = "/invitation/verify"
    case appleAssociation = "/.well-known/apple-app-site-association"
    case appleAssociationAtRoot = "/apple-app-site-association"
    case androidAssociation = "/.well-known/assetlinks.json"
    case relatedOrigins = "/.well-known/webauthn"
    case passkeyEndpoints = "/.well-known/passkey-endpoints"
    case description = "/openapi.json"
    case liveness = "/health/live"
    case readiness = "/health/ready"

    /// Returns the route of a path with its decoded name, or `nil` if no route matches.
    ///
    /// Clients differ in what they percent-encode, so `passkey|x` is the same name as `passkey%7Cx`.
    package static func find(_ path: String) -> (route: Route, name: String?)? {
        if let route = fixed[path] { return (route, nil) }
        let segments = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(
            Substring.init)
        for route in named where route.segments.count == segments.count {
            guard zip(route.segments, segments).allSatisfy({ $0 == "{id}" || $0 == $1 }),
                let index = route.segments.firstIndex(of: "{id}"), let name = PercentEncoding.decode(segments[index]),
                !name.isEmpty
            else { continue }
            return (route, name)
        }
        return nil
    }

    /// Returns the path with the name, percent-encoded, in place of the placeholder.
    package func path(naming name: String) -> String {
        segments.map { $0 == "{id}" ? PercentEncoding.encode(name)[...] : $0 }.joined(separator: "/")
    }

    private var segments: [Substring] {
        rawValue.split(separator: "/", omittingEmptySubsequences: false)
    }

    private static let fixed = Dictionary(
        allCases.filter { !$0.rawValue.contains("{") }.map { ($0.rawValue, $0) },
        uniquingKeysWith: { first, _ in first })
    private static let named = allCases.filter { $0.rawValue.contains("{") }
}
