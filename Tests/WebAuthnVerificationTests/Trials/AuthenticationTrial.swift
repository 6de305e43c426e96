// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// One registration and one authentication after it, good unless something is changed.
struct AuthenticationTrial: Sendable {
    var profile: AuthenticatorProfile
    var settings = CeremonySettings()
    var mutation: ResponseMutation?
    var options: RequestOptions
    var pending: PendingAuthentication
    /// Asks for its own credential, and no other.
    var allowsOwnCredential = false
    /// A last change to the response's JSON.
    var editJSON: (@Sendable (inout JSONObject) -> Void)?
    /// What happens to the record between registration and authentication.
    var editRecord: @Sendable (inout WebAuthnVerification.StoredCredential) -> Void = { _ in }

    init(profile: AuthenticatorProfile = .iCloudKeychain, challenge: Challenge = Example.challenge) {
        self.profile = profile
        options = RequestOptions(relyingPartyID: Example.relyingPartyID, challenge: challenge)
        pending = PendingAuthentication(
            relyingParty: Example.relyingParty, challenge: challenge, user: .identified(Example.owner))
    }

    /// The trial with something changed.
    func with(_ change: (inout AuthenticationTrial) -> Void) -> AuthenticationTrial {
        var copy = self
        change(&copy)
        return copy
    }

    /// The verdict as a value.
    func run() throws -> Result<VerifiedAuthentication, AuthenticationRejection> {
        let authenticator = SoftwareAuthenticator(profile: profile)
        let registration = RegistrationTrial(profile: profile)
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

    /// The code of the rejection, or `accepted`.
    func code() throws -> String {
        switch try run() {
        case .success: "accepted"
        case .failure(let rejection): rejection.code
        }
    }
}
