// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite struct StoredCredentialTests {
    @Test func `the record of a registration has its key, counter, backup flags and transports`() throws {
        let registration = try RegistrationScenario().run().get()
        let record = registration.storedCredential(owner: Example.owner)
        #expect(record.publicKeyBytes == registration.publicKey.coseBytes)
        #expect(record.signCount == registration.signCount)
        #expect(record.backupEligibility == .eligible)
        #expect(record.isBackedUp)
        #expect(record.transports == registration.transports)
        let bound = try RegistrationScenario(profile: .legacyDeviceBound).run().get()
        #expect(!bound.storedCredential(owner: Example.owner).isBackedUp)
    }

    @Test func `the key bytes of a record are the same whether or not the key is parsed`() throws {
        var record = try RegistrationScenario().run().get().storedCredential(owner: Example.owner)
        let bytes = record.publicKeyBytes
        record.publicKey = .coseBytes(bytes)
        #expect(record.publicKeyBytes == bytes)
    }

    @Test func `an authentication updates the counter`() throws {
        let verified = try AuthenticationScenario(profile: .legacyDeviceBound).run().get()
        var record = record(id: verified.credentialID)
        record.apply(verified)
        #expect(record.signCount == 2)
    }

    @Test func `an authentication updates the backup state, and the eligibility only if it is unknown`() throws {
        let verified = try AuthenticationScenario().run().get()
        var unknown = record(id: verified.credentialID)
        unknown.apply(verified)
        #expect(unknown.isBackedUp)
        #expect(unknown.backupEligibility == .eligible)
        var known = record(id: verified.credentialID)
        known.backupEligibility = .notEligible
        known.apply(verified)
        #expect(known.backupEligibility == .notEligible)
    }

    @Test func `an authentication with another credential does not update the record`() throws {
        let verified = try AuthenticationScenario(profile: .legacyDeviceBound).run().get()
        var record = record(id: CredentialID([1]))
        record.apply(verified)
        #expect(record.signCount == 0)
        #expect(record.backupEligibility == .unknown)
    }

    private func record(id: CredentialID) -> StoredCredential {
        StoredCredential(
            id: id, publicKey: .coseBytes([]), relyingPartyID: Example.relyingPartyID, owner: Example.owner,
            signCount: 0, backupEligibility: .unknown)
    }
}
