// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SignIn
import Testing
import WireFormats

/// The connections in which accounts can be created without a passkey.
struct SignUpWithoutPasskeyTests {
    @Test(arguments: [("optional", "done"), ("required", "sign-in.passkey-required")])
    func `only a connection that says so has accounts without a passkey`(
        setting: String, outcome: String
    ) async throws {
        let fixture = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["thumbturn"] = ["sign_up_passkey": .string(setting)]
            }
        }
        let request = try TestUser(at: fixture).request()
        var profile = SignUpProfile()
        profile.identifiers = [.email: "somebody@example.org"]
        let code = await SignInTests.code {
            try SignUpWithoutPasskey(accounts: fixture.accounts).judge(
                profile, for: request, by: RequestSender(), in: fixture.configuration)
        }
        #expect(code == outcome)
    }
}
