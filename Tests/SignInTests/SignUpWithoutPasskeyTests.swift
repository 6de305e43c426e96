// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SignIn
import Testing
import WireFormats

/// Where accounts can be created without a passkey.
struct SignUpWithoutPasskeyTests {
    @Test(arguments: [
        ("optional", CeremonySurface.hostedPages, "done"),
        ("required", .hostedPages, "sign-in.passkey-required"), ("optional", .clients, "sign-in.passkey-required"),
    ])
    func `only a connection that says so has accounts without a passkey, and only on the server's pages`(
        setting: String, surface: CeremonySurface, outcome: String
    ) async throws {
        let fixture = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["thumbturn"] = ["sign_up_passkey": .string(setting)]
            }
        }
        let (request, storage) = (try TestUser(at: fixture).request(), fixture.ceremonies.storage)
        let ceremonies = CeremonyService(
            storage: storage, seal: CeremonySeal(key: .generate()), surface: surface)
        var profile = SignUpProfile()
        profile.identifiers = [.email: "somebody@example.org"]
        let code = await SignInTests.code {
            try SignUpWithoutPasskey(ceremonies: ceremonies)(profile, for: request, in: fixture.configuration)
        }
        #expect(code == outcome)
    }
}
