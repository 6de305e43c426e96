// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WireFormats

extension HTTPProblem {
    init(_ failure: SignInFailure) {
        self.init(failure, relyingPartyID: nil)
    }

    /// The problem of a use case. Reasons that help an attacker more than a developer are only logged: all rejected responses
    /// read alike, and so do all invalid sessions.
    init(_ failure: SignInFailure, relyingPartyID: String?) {
        let (status, error, description) = Self.explanation(of: failure)
        self.init(status, error: error, code: failure.code, description: description)
        report = failure.report
        switch failure {
        case .credentialUnknown(let id):
            guard let relyingPartyID else { break }
            members["signal"] = [
                "unknown_credential": [
                    "rpId": .string(relyingPartyID), "credentialId": .string(Base64URL.encode(id.bytes)),
                ]
            ]
        case .storageUnavailable(let reason):
            cause = reason
            isStorageFailure = true
            headers["Retry-After"] = "5"
        case .tooBusy: headers["Retry-After"] = "1"
        case .replayed(let kind): self = HTTPProblem(OAuthFailure(replayed: kind))
        default: break
        }
    }

    private static func explanation(of failure: SignInFailure) -> (HTTPStatus, String, String) {
        switch failure {
        case .clientNotAdmitted(let rule): (400, "unauthorized_client", explanation(of: rule))
        case .connectionUnknown(let name):
            (
                400, "invalid_request",
                name.map { "There is no connection \"\($0.prefix(128))\" for this client." }
                    ?? "The request names no realm, and the server has no default connection."
            )
        case .passkeysDisabled(let connection):
            (400, "invalid_request", "Passkeys are not enabled for the connection \"\(connection)\".")
        case .signUpDisabled(let connection):
            (400, "invalid_request", "The connection \"\(connection)\" takes no sign-ups.")
        case .organization(let rule): (400, "invalid_request", explanation(of: rule))
        case .profile(let rule): (400, "invalid_request", explanation(of: rule))
        case .accountExists:
            (400, "invalid_request", "The user already exists. Sign in instead, with /passkey/challenge.")
        case .ceremony(let rejection): (403, "invalid_grant", explanation(of: rejection))
        case .registrationRejected, .authenticationRejected, .counterRegressed:
            (403, "invalid_grant", "The passkey's response was not accepted. Begin again.")
        case .connectionMismatch:
            (403, "invalid_grant", "This passkey belongs to another connection. Use another, or sign up.")
        case .credentialUnknown: (403, "invalid_grant", "This passkey is not known here. Use another, or sign up.")
        case .accountBlocked: (401, "unauthorized", "user is blocked")
        case .tokenVoid: (401, "invalid_token", "The access token was revoked. Sign in again.")
        case .accountUnknown: (403, "invalid_grant", "The account does not exist any longer.")
        case .identityUnknown: (400, "invalid_request", "identity_user_id is not that of the account.")
        case .invitation(let rejection): (403, "invalid_grant", explanation(of: rejection))
        case .passkeyName(let rule): (400, "invalid_request", explanation(of: rule))
        case .passkeyUnknown: (404, "not_found", "There is no such authentication method.")
        case .lastCredential:
            (
                409, "conflict",
                "This is the only way into the account. Add another passkey first, then remove this one."
            )
        case .tooManyPasskeys(let limit):
            (409, "conflict", "The account has \(limit) passkeys, which is the most. Remove one first.")
        case .modifiedConcurrently:
            (403, "invalid_grant", "Another response came first. Begin again.")
        case .storageUnavailable:
            (503, "temporarily_unavailable", "The server can't store anything just now. Try again in a moment.")
        case .tooBusy:
            (503, "temporarily_unavailable", "Too many registrations are being verified. Try again in a moment.")
        case .replayed: (400, "invalid_request", "A signed part of the request was used before.")
        }
    }

    private static func explanation(of rule: SignInFailure.ClientRule) -> String {
        switch rule {
        case .passkeyGrant:
            "Grant type 'urn:okta:params:oauth:grant-type:webauthn' not allowed for the client. Add it to grant_types."
        case .firstParty: "Only first-party clients may use passkeys directly. Set is_first_party."
        case .oidcConformant: "Only OIDC-conformant clients may use passkeys directly. Set oidc_conformant."
        case .domain: "The client is not used at this host. Add the host to its thumbturn.domains."
        }
    }

    private static func explanation(of rule: SignInFailure.OrganizationRule) -> String {
        switch rule {
        case .notAllowed: "The client does not use organizations. Leave organization out."
        case .required: "The client signs people in to organizations: name one in organization."
        case .unknown: "There is no such organization."
        case .connectionNotAdmitted: "The organization does not admit people of this connection."
        }
    }

    private static func explanation(of rule: SignInFailure.ProfileRule) -> String {
        switch rule {
        case .identifierMissing(let kind): "user_profile needs \(kind.rawValue)."
        case .noIdentifier: "user_profile needs an identifier that people sign in with."
        case .identifierNotAccepted(let kind): "The connection does not take \(kind.rawValue)."
        case .identifierMalformed(let kind): "The \(kind.rawValue) in user_profile is not one."
        case .textTooLong(let member, let limit): "\(member) must not have more than \(limit) characters."
        case .directionOverride(let member):
            "\(member) must not contain characters that override the direction of text."
        case .pictureNotSecure: "picture must be an https URL."
        case .tooMuchMetadata(let limit): "user_metadata must not have more than \(limit) members."
        }
    }

    private static func explanation(of rejection: CeremonyRejection) -> String {
        switch rejection {
        case .expired: "Auth session has expired. Begin again."
        case .alreadyConsumed: "The auth_session has been used before. Begin again."
        case .notSealedHere, .belongsElsewhere, .purposeMismatch: "The auth_session is not valid here. Begin again."
        }
    }

    private static func explanation(of rejection: InvitationRejection) -> String {
        switch rejection {
        case .expired: "The invitation has expired. Ask for another."
        case .alreadyConsumed: "The invitation has been used before. Ask for another if it was not you."
        case .notSealedHere, .belongsElsewhere:
            "The link is not complete, or of another server. Open it as it was sent."
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
        case .accountUnknown, .accountBlocked: self = .atResource(.accessTokenRefused(.userGone))
        case .tokenVoid: self = .atResource(.accessTokenRefused(.revoked))
        default: break
        }
    }
}
