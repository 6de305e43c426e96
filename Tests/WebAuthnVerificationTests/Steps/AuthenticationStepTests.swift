// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct AuthenticationStepTests {
    /// The steps that can't fail, with the reason.
    static let exempt: [AuthenticationStep: String] = [
        .options: "happens before the response",
        .request: "happens on the client",
        .responseMembers: "names the members that step 3 has parsed",
        .clientDataHash: "computes a hash, which the signature is checked against",
        .extensionOutputs: "accepts every output",
        .credentialRecord: "is updated by the caller",
        .completion: "follows from the others",
    ]

    @Test func `each step that can fail has a case that fails at that step`() throws {
        var failing: Set<AuthenticationStep> = []
        for row in RejectionTable.authentications.rows where row.outcome != "accepted" {
            let mutation = try #require(ResponseMutation(rawValue: row.name))
            failing.insert(try step(of: AuthenticationScenario.exposing(mutation).with { $0.mutation = mutation }))
        }
        failing.insert(try step(of: Self.extensionResults))
        failing.insert(try step(of: Self.notAllowed))
        #expect(failing == Set(AuthenticationStep.allCases).subtracting(Self.exempt.keys))
    }

    @Test func `extension results that are not an object are rejected at their step`() throws {
        #expect(try step(of: Self.extensionResults) == .extensionResults)
    }

    @Test func `a credential that is not allowed is rejected`() throws {
        #expect(try Self.notAllowed.code() == "authentication.credential-not-allowed")
    }

    @Test func `a credential that is allowed is accepted`() throws {
        #expect(try AuthenticationScenario().with { $0.allowsOwnCredential = true }.code() == "accepted")
    }

    @Test func `a response for another credential than the record is rejected`() throws {
        let scenario = AuthenticationScenario().with { $0.editRecord = { $0.id = CredentialID([1]) } }
        #expect(try scenario.code() == "authentication.credential-mismatch")
    }

    @Test func `a credential of another relying party is rejected`() throws {
        let scenario = AuthenticationScenario().with { $0.editRecord = { $0.relyingPartyID = "brand2.test" } }
        #expect(try scenario.code() == "authentication.credential-relying-party-mismatch")
    }

    @Test func `a credential of another account is rejected although the response has no user handle`() throws {
        let scenario = AuthenticationScenario().with {
            $0.editRecord = { $0.owner = Example.otherOwner }
            $0.mutation = .missingUserHandle
        }
        #expect(try scenario.code() == "authentication.credential-owner-mismatch")
    }

    @Test func `a user handle of another account is rejected although the user was not identified before`() throws {
        let scenario = AuthenticationScenario().with {
            $0.pending.user = .discoverable
            $0.editRecord = { $0.owner = Example.otherOwner }
        }
        #expect(try scenario.code() == "authentication.user-handle-mismatch")
    }

    @Test func `the user handle identifies the account if the user was not identified before`() throws {
        let scenario = AuthenticationScenario().with { $0.pending.user = .discoverable }
        #expect(try scenario.run().get().owner == Example.owner)
    }

    @Test func `a credential that became eligible for backup is rejected`() throws {
        let scenario = AuthenticationScenario().with { $0.editRecord = { $0.backupEligibility = .notEligible } }
        #expect(try scenario.code() == "authentication.backup-eligibility-changed")
    }

    @Test func `a credential that lost its eligibility for backup is rejected`() throws {
        let scenario = AuthenticationScenario(profile: .legacyDeviceBound).with {
            $0.editRecord = { $0.backupEligibility = .eligible }
        }
        #expect(try scenario.code() == "authentication.backup-eligibility-changed")
    }

    @Test(arguments: [true, false])
    func `a record with unknown eligibility accepts both`(isEligible: Bool) throws {
        let profile: AuthenticatorProfile = isEligible ? .iCloudKeychain : .legacyDeviceBound
        let scenario = AuthenticationScenario(profile: profile).with {
            $0.editRecord = { $0.backupEligibility = .unknown }
        }
        #expect(try scenario.run().get().flags.contains(.backupEligible) == isEligible)
    }

    @Test func `an unacceptable key in the record is rejected at the signature step`() throws {
        let scenario = AuthenticationScenario().with { $0.editRecord = { $0.publicKey = .coseBytes([0xA0]) } }
        #expect(try scenario.code() == "authentication.public-key.algorithm-missing")
        #expect(try step(of: scenario) == .signature)
    }

    @Test func `a user who was not verified is accepted and reported if verification is preferred`() throws {
        var scenario = AuthenticationScenario()
        scenario.options.userVerification = .preferred
        scenario.pending.userVerification = .preferred
        scenario.settings.userVerified = false
        #expect(try scenario.run().get().flags.contains(.userVerified) == false)
    }

    @Test func `user presence is required even if user verification is not`() throws {
        var scenario = AuthenticationScenario()
        scenario.pending.userVerification = .discouraged
        scenario.mutation = .upCleared
        #expect(try scenario.code() == "authentication.user-presence-missing")
    }

    static let extensionResults = AuthenticationScenario().with {
        $0.editJSON = { $0["clientExtensionResults"] = "no" }
    }

    static let notAllowed = AuthenticationScenario().with {
        $0.pending.allowedCredentials = .listed([CredentialID([1, 2, 3])])
    }

    private func step(of scenario: AuthenticationScenario) throws -> AuthenticationStep {
        guard case .failure(let rejection) = try scenario.run() else { throw Unexpected.acceptance }
        return rejection.step
    }
}
