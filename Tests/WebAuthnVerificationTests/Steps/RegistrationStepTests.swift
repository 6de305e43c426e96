// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct RegistrationStepTests {
    /// The steps that can't fail, with the reason.
    static let exempt: [RegistrationStep: String] = [
        .options: "happens before the response",
        .creation: "happens on the client",
        .clientDataHash: "computes a hash, which the attestation statement is checked against",
        .backupEligibility: "is the relying party's choice; the flag is reported",
        .backupState: "is the relying party's choice; the flag is reported",
        .credentialRecord: "is stored by the caller",
        .extensionOutputs: "accepts every output",
        .completion: "follows from the others",
    ]

    @Test func `each step that can fail has a case that fails at that step`() throws {
        var failing: Set<RegistrationStep> = []
        for row in RejectionTable.registrations.rows where row.outcome != "accepted" {
            let mutation = try #require(ResponseMutation(rawValue: row.name))
            failing.insert(try step(of: RegistrationScenario.exposing(mutation).with { $0.mutation = mutation }))
        }
        for scenario in try [Self.extensionResults(), Self.staleMetadata(), Self.untrusted(), Self.taken()] {
            failing.insert(try step(of: scenario))
        }
        #expect(failing == Set(RegistrationStep.allCases).subtracting(Self.exempt.keys))
    }

    @Test func `extension results that are not an object are rejected at their step`() throws {
        #expect(try step(of: Self.extensionResults()) == .extensionResults)
    }

    @Test func `a credential that is already registered is rejected`() throws {
        #expect(try Self.taken().code() == "registration.credential-already-registered")
    }

    @Test func `uniqueness can be left to the store`() throws {
        #expect(
            try RegistrationScenario().with { $0.pending.registeredCredentials = .rejectedByStore }.code() == "accepted"
        )
    }

    @Test func `an identifier other than the signed one is rejected`() throws {
        let scenario = RegistrationScenario().with {
            $0.editJSON = { json in
                json["id"] = .string(Base64URL.encode([1, 2, 3]))
                json["rawId"] = .string(Base64URL.encode([1, 2, 3]))
            }
        }
        #expect(try scenario.code() == "registration.credential-id-mismatch")
        #expect(try step(of: scenario) == .responseShape)
    }

    @Test func `a user who was not verified is accepted and reported if verification is preferred`() throws {
        var scenario = RegistrationScenario()
        scenario.options.userVerification = .preferred
        scenario.pending.userVerification = .preferred
        scenario.settings.userVerified = false
        #expect(try scenario.run().get().flags.contains(.userVerified) == false)
    }

    @Test func `a conditional registration is rejected if user verification is required`() throws {
        var scenario = RegistrationScenario()
        scenario.settings.mediation = .conditional
        scenario.pending.mediation = .conditional
        #expect(try scenario.code() == "registration.user-verification-missing")
    }

    @Test func `a conditional registration may lack user presence and verification`() throws {
        var scenario = RegistrationScenario()
        scenario.pending.userVerification = .preferred
        scenario.settings.mediation = .conditional
        scenario.pending.mediation = .conditional
        let verified = try scenario.run().get()
        #expect(verified.flags.isDisjoint(with: [.userPresent, .userVerified]))
        #expect(verified.mediation == .conditional)
    }

    @Test func `a response without user presence is rejected unless the registration is conditional`() throws {
        var scenario = RegistrationScenario()
        scenario.settings.mediation = .conditional
        #expect(try scenario.code() == "registration.user-presence-missing")
    }

    @Test func `a cross-origin frame below an allowed top-level origin is accepted`() throws {
        let scenario = RegistrationScenario().with {
            $0.pending.relyingParty.framing = Example.framing
            $0.settings.crossOrigin = true
            $0.settings.topOrigin = "https://top.example"
        }
        #expect(try scenario.code() == "accepted")
    }

    @Test func `a top-level origin without a cross-origin frame is rejected even if it is allowed`() throws {
        let scenario = RegistrationScenario().with {
            $0.pending.relyingParty.framing = .allowed(topOrigins: [
                Origin(rawValue: ResponseMutation.topOriginInTampering)
            ])
            $0.mutation = .topOriginSet
        }
        #expect(try scenario.code() == "registration.top-origin-not-allowed")
    }

    @Test func `the origin of an Android application is the hash of its certificate`() throws {
        let origin = Origin.androidApplication(certificateFingerprint: Array(repeating: 7, count: 32))
        let scenario = RegistrationScenario().with {
            $0.pending.relyingParty.origins = [origin]
            $0.origin = "android:apk-key-hash:BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"
            $0.settings.client = .native
        }
        #expect(try scenario.run().get().origin == origin)
    }

    private static func extensionResults() -> RegistrationScenario {
        RegistrationScenario().with { $0.editJSON = { $0["clientExtensionResults"] = [] } }
    }

    private static func staleMetadata() throws -> RegistrationScenario {
        var sources = AttestationTrust.Sources(anchors: try TrustAnchors(der: []))
        sources.acceptsNoAttestation = true
        sources.metadata = .rejectedWhenStale(try MetadataScenario().verified())
        return RegistrationScenario().with {
            $0.pending.attestationTrust = .required(sources)
            $0.time = Timestamp(secondsSince1970: Example.now.secondsSince1970 + 400 * 86_400)
        }
    }

    private static func untrusted() throws -> RegistrationScenario {
        let noAnchors = try TrustAnchors(der: [])
        return try RegistrationScenario(attesting: .packed).with {
            $0.pending.attestationTrust = .required(.init(anchors: noAnchors))
        }
    }

    private static func taken() -> RegistrationScenario {
        RegistrationScenario().with { $0.takesOwnCredential = true }
    }

    private func step(of scenario: RegistrationScenario) throws -> RegistrationStep {
        guard case .failure(let rejection) = try scenario.run() else { throw Unexpected.acceptance }
        return rejection.step
    }
}

/// An unexpected result of a test.
enum Unexpected: Error {
    case acceptance
}

extension ResponseMutation {
    /// The top-level origin that `topOriginSet` writes.
    static let topOriginInTampering = "https://attacker.example"
}
