// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A registration followed by an authentication, valid unless a test changes it.
struct AuthenticationScenario: Sendable {
    var profile: AuthenticatorProfile
    var settings = CeremonySettings()
    var mutation: ResponseMutation?
    var options: RequestOptions
    var pending: PendingAuthentication
    /// Whether only the registered credential is allowed.
    var allowsOwnCredential = false
    /// An edit of the response's JSON.
    var editJSON: (@Sendable (inout JSONObject) -> Void)?
    /// An edit of the stored record before the authentication.
    var editRecord: @Sendable (inout WebAuthnVerification.StoredCredential) -> Void = { _ in }

    init(profile: AuthenticatorProfile = .iCloudKeychain, challenge: Challenge = Example.challenge) {
        self.profile = profile
        options = RequestOptions(relyingPartyID: Example.relyingPartyID, challenge: challenge)
        pending = PendingAuthentication(
            relyingParty: Example.relyingParty, challenge: challenge, user: .identified(Example.owner))
    }

    /// Returns a copy with changes.
    func with(_ change: (inout AuthenticationScenario) -> Void) -> AuthenticationScenario {
        var copy = self
        change(&copy)
        return copy
    }

    /// Runs the ceremony and returns its result.
    func run() throws -> Result<VerifiedAuthentication, AuthenticationRejection> {
        let authenticator = SoftwareAuthenticator(profile: profile)
        let registration = RegistrationScenario(profile: profile)
        let registered = try RegistrationVerification.verify(
            json: registration.responseJSON(from: authenticator), against: registration.pending, at: .now())
        var record = registered.storedCredential(owner: Example.owner)
        editRecord(&record)
        var pending = pending
        if allowsOwnCredential { pending.allowedCredentials = .listed([record.id]) }
        let json = try authenticator.get(
            optionsJSON: options.jsonBytes, origin: Example.origin, settings: settings, mutation: mutation
        ).edited(editJSON)
        do {
            return .success(try AuthenticationVerification.verify(json: json, against: pending, credential: record))
        } catch {
            return .failure(error)
        }
    }

    /// Runs the ceremony and returns the code of the rejection, or `accepted`.
    func code() throws -> String {
        switch try run() {
        case .success: "accepted"
        case .failure(let rejection): rejection.code
        }
    }
}

extension AuthenticationScenario {
    /// Returns a valid authentication in which the mutation would be the only fault.
    static func exposing(_ mutation: ResponseMutation) -> AuthenticationScenario {
        switch mutation.need(in: .authentication) {
        case .unidentifiedUser: AuthenticationScenario().with { $0.pending.user = .discoverable }
        case .countingCredential, .deviceBoundCredential: AuthenticationScenario(profile: .legacyDeviceBound)
        case .crossOriginAllowed: AuthenticationScenario().with { $0.pending.relyingParty.framing = Example.framing }
        default: AuthenticationScenario()
        }
    }
}
