// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A registration, valid unless a test changes it.
struct RegistrationScenario: Sendable {
    var profile: AuthenticatorProfile
    var settings = CeremonySettings()
    var mutation: ResponseMutation?
    var origin = Example.origin
    /// The time of verification, or `nil` for the current time.
    var time: Timestamp?
    /// Whether the credential is already registered.
    var takesOwnCredential = false
    /// An edit of the response's JSON.
    var editJSON: (@Sendable (inout JSONObject) -> Void)?
    var options: CreationOptions
    var pending: PendingRegistration

    init(profile: AuthenticatorProfile = .iCloudKeychain, challenge: Challenge = Example.challenge) {
        self.profile = profile
        options = CreationOptions(
            relyingPartyID: Example.relyingPartyID, relyingPartyName: "Example",
            user: .init(id: Example.owner, name: "ada@example.org", displayName: "Ada"), challenge: challenge)
        options.algorithms = COSEAlgorithmID.allImplemented
        pending = PendingRegistration(
            relyingParty: Example.relyingParty, challenge: challenge, registeredCredentials: .known([]))
        pending.algorithms = COSEAlgorithmID.allImplemented
    }

    /// Creates a registration with an attestation that must be trusted.
    init(attesting kind: AttestationKind, algorithm: KeyAlgorithm = .es256) throws {
        let profile = AuthenticatorProfile.securityKey.with {
            $0.attestation = kind
            $0.algorithms = [algorithm]
        }
        self.init(profile: profile)
        settings.attestation = .always
        var sources = AttestationTrust.Sources(anchors: try Example.anchors())
        sources.acceptsSelfAttestation = kind == .packedSelf
        sources.acceptsNoAttestation = kind == .none
        pending.attestationTrust = .required(sources)
    }

    /// Returns a copy with changes.
    func with(_ change: (inout RegistrationScenario) -> Void) -> RegistrationScenario {
        var copy = self
        change(&copy)
        return copy
    }

    func responseJSON(from authenticator: SoftwareAuthenticator? = nil) throws -> [UInt8] {
        let authenticator =
            try authenticator ?? SoftwareAuthenticator(profile: profile, authority: Example.authority.get())
        return try authenticator.create(
            optionsJSON: options.jsonBytes, origin: origin, settings: settings, mutation: mutation)
    }

    /// Runs the ceremony and returns its result.
    func run() throws -> Result<VerifiedRegistration, RegistrationRejection> {
        let json = try responseJSON().edited(editJSON)
        var pending = pending
        if takesOwnCredential {
            pending.registeredCredentials = .known([try RegistrationResponse(json: json).credentialID])
        }
        do {
            return .success(try RegistrationVerification.verify(json: json, against: pending, at: time ?? .now()))
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

extension RegistrationScenario {
    /// Returns a valid registration in which the mutation would be the only fault.
    static func exposing(_ mutation: ResponseMutation) throws -> RegistrationScenario {
        switch mutation.need(in: .registration) {
        case .signedAttestation: try RegistrationScenario(attesting: .packed)
        case .rsaKey: RegistrationScenario(profile: .windowsHello)
        case .edwardsKey: RegistrationScenario(profile: .securityKey.with { $0.algorithms = [.edDSA] })
        case .crossOriginAllowed: RegistrationScenario().with { $0.pending.relyingParty.framing = Example.framing }
        default: RegistrationScenario()
        }
    }
}
