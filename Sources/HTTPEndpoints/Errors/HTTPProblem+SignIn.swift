// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

extension HTTPProblem {
    init(_ failure: SignInFailure) {
        self.init(failure, relyingPartyID: nil)
    }

    /// The problem of a use case. Reasons that help an attacker more than a developer are only logged: all rejected
    /// responses read alike, and so do all invalid sessions.
    init(_ failure: SignInFailure, relyingPartyID: String?) {
        let (status, error, description) = Self.explanation(of: failure)
        self.init(status, error: error, code: failure.code, description: description)
        report = failure.report
        switch failure {
        case .credentialUnknown(let id):
            guard let relyingPartyID else { break }
            let unknown = SignalAnswer.UnknownCredential(relyingPartyID: relyingPartyID, credentialID: id.bytes)
            members["signal"] = .object(SignalAnswer(unknown: unknown).json)
        case .profile(let rule): members["field"] = rule.field.map(JSONValue.string)
        case .storageUnavailable(let reason):
            cause = reason
            isStorageFailure = true
            headers["Retry-After"] = "5"
        case .tooBusy: headers["Retry-After"] = "1"
        case .accountToBeDeleted(let time): members["deletes_at"] = .string(time.description)
        // The page offers a passkey, and asks before the logout.
        case .onlyWayIn: members["location"] = .string(PagePath.logout.rawValue)
        // The page says that the set-up is finished.
        case .setup(.finished): members["location"] = .string(PagePath.setUp.rawValue)
        case .replayed(let kind): self = HTTPProblem(OAuthFailure(replayed: kind))
        case .limitExceeded(let status): limit = status
        default: break
        }
    }

    /// Has the client signal to the device that the passkey it has just made is not registered.
    mutating func signalUnknown(_ response: CredentialResponse, relyingPartyID: String?) {
        guard let relyingPartyID, let id = try? response.registration().credentialID else { return }
        let unknown = SignalAnswer.UnknownCredential(relyingPartyID: relyingPartyID, credentialID: id.bytes)
        members["signal"] = .object(SignalAnswer(unknown: unknown).json)
    }

    private static func explanation(of failure: SignInFailure) -> (HTTPStatus, String, String) {
        switch failure {
        case .clientNotAdmitted(let rule): (400, "unauthorized_client", explanation(of: rule))
        case .connectionUnknown(let name):
            (
                400, "invalid_request",
                name.map { "There is no connection \"\($0.prefix(128))\" for this client." }
                    ?? "The request has no realm, and the server has no default connection."
            )
        case .passkeysDisabled(let connection):
            (400, "invalid_request", "Passkeys are not enabled for the connection \"\(connection)\".")
        case .signUpDisabled(let connection):
            (400, "invalid_request", "The connection \"\(connection)\" does not allow sign-ups.")
        case .passkeyRequired(let connection):
            (400, "invalid_request", "The connection \"\(connection)\" does not allow accounts without a passkey.")
        case .organization(let rule): (400, "invalid_request", explanation(of: rule))
        case .profile(let rule): (400, "invalid_request", explanation(of: rule))
        case .accountExists:
            (400, "invalid_request", "The user already exists. Sign in with /passkey/challenge instead.")
        case .ceremony(let rejection): (403, "invalid_grant", explanation(of: rejection))
        case .registrationRejected, .authenticationRejected, .counterRegressed:
            (403, "invalid_grant", "The passkey's response was rejected. Start again.")
        case .connectionMismatch:
            (403, "invalid_grant", "This passkey belongs to another connection. Use a different passkey, or sign up.")
        case .identifierMismatch:
            (403, "invalid_grant", "This passkey is not of the account that was entered. Use a different passkey.")
        case .credentialUnknown:
            (403, "invalid_grant", "This passkey is not registered. Use a different passkey, or sign up.")
        case .accountBlocked: (401, "unauthorized", "user is blocked")
        case .accountToBeDeleted(let time):
            (
                403, "access_denied",
                "This account will be deleted at \(time). To keep it, the user signs in at /account/keep."
            )
        case .tokenVoid: (401, "invalid_token", "The access token was revoked. Sign in again.")
        case .signInTooOld:
            (
                401, "insufficient_user_authentication",
                "This change needs a recent sign-in. Sign in again, and repeat it."
            )
        case .passkeyTooNew:
            (403, "access_denied", "This passkey was added in the last three days. Use an older one of the account.")
        case .proofMissing:
            (
                400, "invalid_request",
                "The account has a passkey. Send auth_session and authn_response of a sign-in with it."
            )
        case .accountUnknown: (403, "invalid_grant", "The account no longer exists.")
        case .identityUnknown: (400, "invalid_request", "identity_user_id does not belong to the account.")
        case .invitation(let rejection): (403, "invalid_grant", explanation(of: rejection))
        case .setup(.codeMismatch):
            (
                403, "access_denied",
                "This code is not valid. The terminal that started the server shows the current one."
            )
        case .setup(.codeExpired): (403, "access_denied", "This code has expired. Run thumbturn setup for a new one.")
        case .setup(.finished): (409, "conflict", "This server has an owner. Sign in to the account.")
        case .passkeyName(let rule): (400, "invalid_request", explanation(of: rule))
        case .passkeyUnknown: (404, "not_found", "The authentication method does not exist.")
        case .lastCredential:
            (
                409, "conflict",
                "This is the account's only sign-in method. Add another passkey before you remove this one."
            )
        case .onlyWayIn:
            (
                409, "conflict",
                "The account that is signed in here has no passkey. Add one or sign out of it, and sign in again."
            )
        case .tooManyPasskeys(let limit):
            (409, "conflict", "The account has \(limit) passkeys, which is the maximum. Remove one first.")
        case .modifiedConcurrently:
            (403, "invalid_grant", "Another request changed the account first. Start again.")
        case .storageUnavailable:
            (503, "temporarily_unavailable", "The server can't store data right now. Try again in a moment.")
        case .tooBusy:
            (503, "temporarily_unavailable", "Too many registrations are being verified. Try again in a moment.")
        case .replayed: (400, "invalid_request", "A signed part of the request was already used.")
        case .limitExceeded(let status):
            (429, "too_many_requests", "Too many requests. Try again in \(status.retryAfter) s.")
        }
    }

    private static func explanation(of rule: SignInFailure.ClientRule) -> String {
        switch rule {
        case .passkeyGrant:
            "Grant type 'urn:okta:params:oauth:grant-type:webauthn' not allowed for the client. Add it to grant_types."
        case .firstParty: "Only first-party clients may use passkeys directly. Set is_first_party."
        case .oidcConformant: "Only OIDC-conformant clients may use passkeys directly. Set oidc_conformant."
        case .domain: "The client is not available at this host. Add the host to its thumbturn.domains."
        }
    }

    private static func explanation(of rule: SignInFailure.OrganizationRule) -> String {
        switch rule {
        case .notAllowed: "The client does not allow organizations. Omit organization."
        case .required: "The client requires an organization. Name one in organization."
        case .unknown: "The organization does not exist."
        case .connectionNotAdmitted: "The organization does not admit users of this connection."
        }
    }

    private static func explanation(of rule: SignInFailure.ProfileRule) -> String {
        switch rule {
        case .identifierMissing(let kind): "user_profile must contain \(kind.rawValue)."
        case .noIdentifier: "user_profile must contain an identifier that users can sign in with."
        case .identifierNotAccepted(let kind): "The connection does not accept \(kind.rawValue)."
        case .identifierMalformed(let kind): "The \(kind.rawValue) in user_profile is malformed."
        case .textTooLong(let member, let limit): "\(member) must not have more than \(limit) characters."
        case .directionOverride(let member):
            "\(member) must not contain characters that override the direction of text."
        case .pictureNotSecure: "picture must be an https URL."
        case .tooMuchMetadata(let limit): "user_metadata must not have more than \(limit) members."
        }
    }

    private static func explanation(of rejection: CeremonyRejection) -> String {
        switch rejection {
        case .expired: "Auth session has expired. Start again."
        case .alreadyConsumed: "The auth_session was already used. Start again."
        case .notSealedHere, .belongsElsewhere, .purposeMismatch: "The auth_session is not valid here. Start again."
        }
    }

    private static func explanation(of rejection: InvitationRejection) -> String {
        switch rejection {
        case .expired: "The invitation has expired. Ask for a new one."
        case .alreadyConsumed: "The invitation was already used. If you didn't use it, ask for a new one."
        case .notSealedHere, .belongsElsewhere:
            "The link is incomplete or from another server. Open it exactly as you received it."
        }
    }

    private static func explanation(of rule: SignInFailure.PasskeyNameRule) -> String {
        switch rule {
        case .tooLong(let limit): "name must not have more than \(limit) characters."
        case .directionOverride: "name must not contain characters that override the direction of text."
        case .controlCharacter: "name must not contain control characters."
        }
    }
}

extension HTTPProblem {
    /// The problem in the My Account API. There is no grant that could be invalid, so rejected responses are invalid
    /// requests.
    init(account failure: SignInFailure) {
        self.init(failure)
        switch failure {
        case .ceremony, .registrationRejected, .modifiedConcurrently:
            status = 400
            error = "invalid_request"
        case .accountUnknown, .accountBlocked, .accountToBeDeleted: self = .atResource(.accessTokenRejected(.userGone))
        case .tokenVoid: self = .atResource(.accessTokenRejected(.revoked))
        case .signInTooOld(let maxAge):
            // RFC 9470, section 3.
            headers["WWW-Authenticate"] =
                "Bearer error=\"\(error)\", error_description=\"\(description)\", max_age=\"\(maxAge)\""
            members["max_age"] = .number(JSONNumber(Int64(maxAge)))
        default: break
        }
    }
}

extension SignInFailure.ProfileRule {
    /// The member of `user_profile` that the rule is about, if it is about one.
    fileprivate var field: String? {
        switch self {
        case .identifierMissing(let kind), .identifierNotAccepted(let kind), .identifierMalformed(let kind):
            kind.rawValue
        case .textTooLong(let member, _), .directionOverride(let member): member
        case .pictureNotSecure: "picture"
        case .tooMuchMetadata: "user_metadata"
        case .noIdentifier: nil
        }
    }
}
