// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite("Stored credentials")
struct StoredCredentialTests {
    @Test("a registration's record has its key, its counter, its backup flags and its transports")
    func record() throws {
        let registration = try RegistrationTrial().run().get()
        let record = registration.storedCredential(owner: Example.owner)
        #expect(record.publicKeyBytes == registration.publicKey.coseBytes)
        #expect(record.signCount == registration.signCount)
        #expect(record.backupEligibility == .eligible)
        #expect(record.isBackedUp)
        #expect(record.transports == registration.transports)
        let bound = try RegistrationTrial(profile: .legacyDeviceBound).run().get()
        #expect(!bound.storedCredential(owner: Example.owner).isBackedUp)
    }

    @Test("the key's bytes are the same whether the key has been parsed or not")
    func keyBytes() throws {
        var record = try RegistrationTrial().run().get().storedCredential(owner: Example.owner)
        let bytes = record.publicKeyBytes
        record.publicKey = .coseBytes(bytes)
        #expect(record.publicKeyBytes == bytes)
    }

    @Test("an authentication updates the counter")
    func counter() throws {
        let verified = try AuthenticationTrial(profile: .legacyDeviceBound).run().get()
        var record = record(id: verified.credentialID)
        record.apply(verified)
        #expect(record.signCount == 2)
    }

    @Test("an authentication updates the backup state, and the eligibility only where it is unknown")
    func backupFlags() throws {
        let verified = try AuthenticationTrial().run().get()
        var unknown = record(id: verified.credentialID)
        unknown.apply(verified)
        #expect(unknown.isBackedUp)
        #expect(unknown.backupEligibility == .eligible)
        var known = record(id: verified.credentialID)
        known.backupEligibility = .notEligible
        known.apply(verified)
        #expect(known.backupEligibility == .notEligible)
    }

    @Test("an authentication with another credential changes nothing")
    func otherCredential() throws {
        let verified = try AuthenticationTrial(profile: .legacyDeviceBound).run().get()
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
