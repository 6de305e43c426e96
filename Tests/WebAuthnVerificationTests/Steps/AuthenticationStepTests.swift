// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Steps of an authentication")
struct AuthenticationStepTests {
    /// Steps that cannot fail in this library, with the reason.
    static let exempt: [AuthenticationStep: String] = [
        .options: "takes place before the response",
        .request: "takes place on the client",
        .responseMembers: "gives names to members that step 3 has read",
        .clientDataHash: "computes a hash, which the signature is checked against",
        .extensionOutputs: "tolerates every output",
        .credentialRecord: "is the caller's to update",
        .completion: "follows from the others",
    ]

    @Test("each step that can fail has a case that fails there and nowhere before")
    func everyStepFails() throws {
        var failing: Set<AuthenticationStep> = []
        for row in AuthenticationTamperTests.table.rows where row.outcome != "accepted" {
            let mutation = try #require(ResponseMutation(rawValue: row.name))
            failing.insert(try step(of: AuthenticationTamperTests.trial(mutation).with { $0.mutation = mutation }))
        }
        failing.insert(try step(of: Self.extensionResults))
        failing.insert(try step(of: Self.notAllowed))
        #expect(failing == Set(AuthenticationStep.allCases).subtracting(Self.exempt.keys))
    }

    @Test("extension results that are no object are refused where they are read")
    func extensionResultsNotAnObject() throws {
        #expect(try step(of: Self.extensionResults) == .extensionResults)
    }

    @Test("a credential that was not asked for is refused")
    func credentialNotAllowed() throws {
        #expect(try Self.notAllowed.code() == "authentication.credential-not-allowed")
    }

    @Test("a credential that was asked for is accepted")
    func credentialAllowed() throws {
        #expect(try AuthenticationTrial().with { $0.allowsOwnCredential = true }.code() == "accepted")
    }

    @Test("a response for another credential than the record's is refused")
    func otherRecord() throws {
        let trial = AuthenticationTrial().with { $0.editRecord = { $0.id = CredentialID([1]) } }
        #expect(try trial.code() == "authentication.credential-mismatch")
    }

    @Test("a credential of another relying party is refused")
    func otherRelyingParty() throws {
        let trial = AuthenticationTrial().with { $0.editRecord = { $0.relyingPartyID = "brand2.test" } }
        #expect(try trial.code() == "authentication.credential-relying-party-mismatch")
    }

    @Test("a credential of another account is refused although the response names no account")
    func otherAccount() throws {
        let trial = AuthenticationTrial().with {
            $0.editRecord = { $0.owner = Example.stranger }
            $0.mutation = .missingUserHandle
        }
        #expect(try trial.code() == "authentication.credential-owner-mismatch")
    }

    @Test("a user handle of another account is refused although nobody was identified")
    func otherHandle() throws {
        let trial = AuthenticationTrial().with {
            $0.pending.user = .discoverable
            $0.editRecord = { $0.owner = Example.stranger }
        }
        #expect(try trial.code() == "authentication.user-handle-mismatch")
    }

    @Test("the user handle identifies the account where nobody was identified before")
    func discoverable() throws {
        let trial = AuthenticationTrial().with { $0.pending.user = .discoverable }
        #expect(try trial.run().get().owner == Example.owner)
    }

    @Test("a credential that became eligible for backup is refused")
    func eligibilityAppeared() throws {
        let trial = AuthenticationTrial().with { $0.editRecord = { $0.backupEligibility = .notEligible } }
        #expect(try trial.code() == "authentication.backup-eligibility-changed")
    }

    @Test("a credential that lost its eligibility for backup is refused")
    func eligibilityDisappeared() throws {
        let trial = AuthenticationTrial(profile: .legacyDeviceBound).with {
            $0.editRecord = { $0.backupEligibility = .eligible }
        }
        #expect(try trial.code() == "authentication.backup-eligibility-changed")
    }

    @Test("a record that knows nothing of eligibility accepts either", arguments: [true, false])
    func eligibilityUnknown(_ isEligible: Bool) throws {
        let profile: AuthenticatorProfile = isEligible ? .iCloudKeychain : .legacyDeviceBound
        let trial = AuthenticationTrial(profile: profile).with { $0.editRecord = { $0.backupEligibility = .unknown } }
        #expect(try trial.run().get().flags.contains(.backupEligible) == isEligible)
    }

    @Test("a key on record that cannot be used is refused at the signature")
    func unusableKey() throws {
        let trial = AuthenticationTrial().with { $0.editRecord = { $0.publicKey = .coseBytes([0xA0]) } }
        #expect(try trial.code() == "authentication.public-key.algorithm-missing")
        #expect(try step(of: trial) == .signature)
    }

    @Test("a user who was not verified is accepted and reported where verification is only preferred")
    func verificationPreferred() throws {
        var trial = AuthenticationTrial()
        trial.options.userVerification = .preferred
        trial.pending.userVerification = .preferred
        trial.settings.userVerified = false
        #expect(try trial.run().get().flags.contains(.userVerified) == false)
    }

    @Test("presence is demanded even where verification is not")
    func presenceAlways() throws {
        var trial = AuthenticationTrial()
        trial.pending.userVerification = .discouraged
        trial.mutation = .upCleared
        #expect(try trial.code() == "authentication.user-presence-missing")
    }

    static let extensionResults = AuthenticationTrial().with { $0.editJSON = { $0["clientExtensionResults"] = "no" } }

    static let notAllowed = AuthenticationTrial().with {
        $0.pending.allowedCredentials = .listed([CredentialID([1, 2, 3])])
    }

    private func step(of trial: AuthenticationTrial) throws -> AuthenticationStep {
        guard case .failure(let rejection) = try trial.run() else { throw Unexpected.acceptance }
        return rejection.step
    }
}
