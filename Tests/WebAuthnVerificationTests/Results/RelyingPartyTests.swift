// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnVerification

@Suite("Relying parties")
struct RelyingPartyTests {
    @Test("a relying party that changes its identifier expects the changed one to be signed")
    func changedIdentifier() throws {
        let changed = AuthenticationTrial().with {
            $0.pending.relyingParty.id = "example.net"
            $0.editRecord = { $0.relyingPartyID = "example.net" }
        }
        #expect(try changed.code() == "authentication.relying-party-id-mismatch")

        let changedBack = AuthenticationTrial().with {
            $0.pending.relyingParty.id = "example.net"
            $0.pending.relyingParty.id = Example.relyingPartyID
        }
        #expect(try changedBack.code() == "accepted")
    }
}
