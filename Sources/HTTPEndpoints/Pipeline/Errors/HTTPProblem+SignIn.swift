// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
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

    /// The problem of a use case.
    init(_ failure: SignInFailure, relyingPartyID: String?) {
        self.init(failure.fault)
        report = failure.report
        switch failure {
        case .response(.credentialUnknown(let id)):
            guard let relyingPartyID else { break }
            let unknown = SignalAnswer.UnknownCredential(relyingPartyID: relyingPartyID, credentialID: id.bytes)
            members["signal"] = .object(SignalAnswer(unknown: unknown).json)
        case .profile(let rule): members["field"] = rule.field.map(JSONValue.string)
        case .storageUnavailable(let reason):
            cause = reason
            isStorageFailure = true
            headers["Retry-After"] = "5"
        case .tooBusy: headers["Retry-After"] = "1"
        // Strangers don't learn which it is.
        case .password(.mismatch(let mismatch)): cause = mismatch.rawValue
        case .deviceKey(.mismatch(let mismatch)): cause = mismatch.rawValue
        case .code(let rejection): self = HTTPProblem(rejection, session: nil)
        case .password(.confirmationRequired): members["acr_values"] = "phr"
        case .account(.toBeDeleted(let time)): members["deletes_at"] = .string(time.description)
        // The page offers a passkey, and asks before the logout.
        case .account(.onlyWayIn): members["location"] = .string(LogoutEndpoint.path.text)
        // The page says that the set-up is finished.
        case .setup(.finished): members["location"] = .string(SetupPages.path.text)
        case .replayed(let kind): self = HTTPProblem(OAuthFailure(replayed: kind))
        case .limitExceeded(let status), .password(.tooManyAttempts(let status)): limit = status
        default: break
        }
    }

    /// Has the client signal to the device that the passkey it has just made is not registered.
    mutating func signalUnknown(_ response: CredentialResponse, relyingPartyID: String?) {
        guard let relyingPartyID, let id = try? response.registration().credentialID else { return }
        let unknown = SignalAnswer.UnknownCredential(relyingPartyID: relyingPartyID, credentialID: id.bytes)
        members["signal"] = .object(SignalAnswer(unknown: unknown).json)
    }
}

extension HTTPProblem {
    /// The problem in the My Account API. There is no grant that could be invalid, so rejected responses are invalid
    /// requests.
    init(account failure: SignInFailure) {
        self.init(failure)
        switch failure {
        case .ceremony, .response(.registration), .modifiedConcurrently, .deviceKey(.mismatch):
            status = 400
            error = "invalid_request"
        case .account(.unknown), .account(.blocked), .account(.toBeDeleted):
            self = .atResource(.accessTokenRejected(.userGone))
        case .account(.tokenRevoked): self = .atResource(.accessTokenRejected(.revoked))
        case .account(.signInTooOld(let maxAge)):
            // RFC 9470, section 3.
            headers["WWW-Authenticate"] =
                "Bearer error=\"\(error)\", error_description=\"\(description)\", max_age=\"\(maxAge)\""
            members["max_age"] = .number(JSONNumber(Int64(maxAge)))
        case .password(.confirmationRequired):
            // RFC 9470, section 3.
            headers["WWW-Authenticate"] =
                "Bearer error=\"\(error)\", error_description=\"\(description)\", acr_values=\"phr\""
        case .password(.notAcceptable(_, let body)):
            // The rules, as the response to a sign-up has them.
            for name in ["name", "description", "policy"] { members[name] = body[name] }
        default: break
        }
    }
}

extension HTTPProblem {
    /// The problem of a code.
    ///
    /// - Parameter session: The session of a sign-up that goes on with other codes.
    init(_ rejection: CodeRejection, session: String?) {
        self.init(rejection)
        switch rejection {
        // Strangers don't learn which it is.
        case .mismatch(let mismatch, _): cause = mismatch.rawValue
        case .verificationMissing(let kinds), .verificationFailed(let kinds, isFinal: false):
            members["auth_session"] = session.map(JSONValue.string)
            members["verification_required"] = .verification(kinds)
        default: break
        }
    }
}

extension HTTPProblem {
    /// A sign-up on a page whose addresses are not proven yet. The script follows the location.
    init(verificationMissing kinds: [Identifier.Kind], page: String) {
        self.init(CodeRejection.verificationMissing(kinds))
        members["location"] = .string(page)
    }
}

extension JSONValue {
    /// The names of addresses that have to be proven.
    static func verification(_ kinds: [Identifier.Kind]) -> JSONValue {
        .array(kinds.map { .string($0.verificationName) })
    }
}

extension ProfileRejection {
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
