// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Steps of a registration")
struct RegistrationStepTests {
    /// Steps that cannot fail in this library, with the reason.
    static let exempt: [RegistrationStep: String] = [
        .options: "takes place before the response",
        .creation: "takes place on the client",
        .clientDataHash: "computes a hash, which the attestation statement is checked against",
        .backupEligibility: "is the relying party's choice; the flag is reported",
        .backupState: "is the relying party's choice; the flag is reported",
        .credentialRecord: "is the caller's to store",
        .extensionOutputs: "tolerates every output",
        .completion: "follows from the others",
    ]

    @Test("each step that can fail has a case that fails there and nowhere before")
    func everyStepFails() throws {
        var failing: Set<RegistrationStep> = []
        for row in RegistrationTamperTests.table.rows where row.outcome != "accepted" {
            let mutation = try #require(ResponseMutation(rawValue: row.name))
            failing.insert(try step(of: RegistrationTamperTests.trial(mutation).with { $0.mutation = mutation }))
        }
        for trial in try [Self.extensionResults(), Self.staleMetadata(), Self.untrusted(), Self.taken()] {
            failing.insert(try step(of: trial))
        }
        #expect(failing == Set(RegistrationStep.allCases).subtracting(Self.exempt.keys))
    }

    @Test("extension results that are no object are refused where they are read")
    func extensionResultsNotAnObject() throws {
        #expect(try step(of: Self.extensionResults()) == .extensionResults)
    }

    @Test("a credential that is registered already is refused")
    func alreadyRegistered() throws {
        #expect(try Self.taken().code() == "registration.credential-already-registered")
    }

    @Test("uniqueness can be left to the store")
    func uniquenessByStore() throws {
        #expect(
            try RegistrationTrial().with { $0.pending.registeredCredentials = .refusedByStore }.code() == "accepted")
    }

    @Test("an identifier other than the one that was signed is refused")
    func otherIdentifier() throws {
        let trial = RegistrationTrial().with {
            $0.editJSON = { json in
                json["id"] = .string(Base64URL.encode([1, 2, 3]))
                json["rawId"] = .string(Base64URL.encode([1, 2, 3]))
            }
        }
        #expect(try trial.code() == "registration.credential-id-mismatch")
        #expect(try step(of: trial) == .responseShape)
    }

    @Test("a user who was not verified is accepted and reported where verification is only preferred")
    func verificationPreferred() throws {
        var trial = RegistrationTrial()
        trial.options.userVerification = .preferred
        trial.pending.userVerification = .preferred
        trial.settings.userVerified = false
        #expect(try trial.run().get().flags.contains(.userVerified) == false)
    }

    @Test("a silent creation is refused where user verification is required")
    func conditionalWithVerification() throws {
        var trial = RegistrationTrial()
        trial.settings.mediation = .conditional
        trial.pending.mediation = .conditional
        #expect(try trial.code() == "registration.user-verification-missing")
    }

    @Test("a silent creation may come without presence and verification")
    func conditional() throws {
        var trial = RegistrationTrial()
        trial.pending.userVerification = .preferred
        trial.settings.mediation = .conditional
        trial.pending.mediation = .conditional
        let verified = try trial.run().get()
        #expect(verified.flags.isDisjoint(with: [.userPresent, .userVerified]))
        #expect(verified.mediation == .conditional)
    }

    @Test("a response without presence is refused unless the creation was started as a silent one")
    func conditionalNotStarted() throws {
        var trial = RegistrationTrial()
        trial.settings.mediation = .conditional
        #expect(try trial.code() == "registration.user-presence-missing")
    }

    @Test("framing by a site on the list is accepted")
    func framing() throws {
        let trial = RegistrationTrial().with {
            $0.pending.relyingParty.framing = Example.framing
            $0.settings.crossOrigin = true
            $0.settings.topOrigin = "https://top.example"
        }
        #expect(try trial.code() == "accepted")
    }

    @Test("a site at the top without a frame is refused even if it is on the list")
    func topOriginWithoutFrame() throws {
        let trial = RegistrationTrial().with {
            $0.pending.relyingParty.framing = .allowed(topOrigins: [
                Origin(rawValue: ResponseMutation.topOriginInTampering)
            ])
            $0.mutation = .topOriginSet
        }
        #expect(try trial.code() == "registration.top-origin-not-allowed")
    }

    @Test("an Android application answers with the hash of its certificate")
    func androidOrigin() throws {
        let origin = Origin.androidApplication(certificateFingerprint: Array(repeating: 7, count: 32))
        let trial = RegistrationTrial().with {
            $0.pending.relyingParty.origins = [origin]
            $0.origin = "android:apk-key-hash:BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc"
            $0.settings.client = .native
        }
        #expect(try trial.run().get().origin == origin)
    }

    private static func extensionResults() -> RegistrationTrial {
        RegistrationTrial().with { $0.editJSON = { $0["clientExtensionResults"] = [] } }
    }

    private static func staleMetadata() throws -> RegistrationTrial {
        var sources = AttestationTrust.Sources(anchors: try TrustAnchors(der: []))
        sources.acceptsNoAttestation = true
        sources.metadata = .refusedWhenStale(try MetadataTrial().verified())
        return RegistrationTrial().with {
            $0.pending.attestationTrust = .required(sources)
            $0.time = Timestamp(secondsSince1970: Example.now.secondsSince1970 + 400 * 86_400)
        }
    }

    private static func untrusted() throws -> RegistrationTrial {
        let nobody = try TrustAnchors(der: [])
        return try RegistrationTrial(attesting: .packed).with {
            $0.pending.attestationTrust = .required(.init(anchors: nobody))
        }
    }

    private static func taken() -> RegistrationTrial {
        RegistrationTrial().with { $0.takesOwnCredential = true }
    }

    private func step(of trial: RegistrationTrial) throws -> RegistrationStep {
        guard case .failure(let rejection) = try trial.run() else { throw Unexpected.acceptance }
        return rejection.step
    }
}

/// What a test did not count on.
enum Unexpected: Error {
    case acceptance
}

extension ResponseMutation {
    /// The site that `topOriginSet` writes.
    static let topOriginInTampering = "https://attacker.example"
}
