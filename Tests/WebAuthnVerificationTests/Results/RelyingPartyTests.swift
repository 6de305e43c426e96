// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnVerification

@Suite struct RelyingPartyTests {
    @Test func `a relying party with a changed identifier expects the hash of the new one`() throws {
        let changed = AuthenticationScenario().with {
            $0.pending.relyingParty.id = "example.net"
            $0.editRecord = { $0.relyingPartyID = "example.net" }
        }
        #expect(try changed.code() == "authentication.relying-party-id-mismatch")

        let changedBack = AuthenticationScenario().with {
            $0.pending.relyingParty.id = "example.net"
            $0.pending.relyingParty.id = Example.relyingPartyID
        }
        #expect(try changedBack.code() == "accepted")
    }
}
