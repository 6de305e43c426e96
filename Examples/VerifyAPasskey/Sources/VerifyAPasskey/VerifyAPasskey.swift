// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification

/// Registers a passkey and signs in with it. The software authenticator stands in for a browser and a device.
@main
struct VerifyAPasskey {
    static func main() async throws {
        let accounts = PasskeyAccounts()
        let device = SoftwareAuthenticator(profile: .iCloudKeychain)

        let creation = await accounts.beginRegistration(name: "ada@example.org")
        let created = try device.create(optionsJSON: creation.jsonBytes, origin: "https://example.org")
        let registered = try await accounts.finishRegistration(created, challenge: creation.challenge)
        print("registered a passkey for the account \(registered)")

        let request = await accounts.beginSignIn()
        let signed = try device.get(optionsJSON: request.jsonBytes, origin: "https://example.org")
        let signedIn = try await accounts.finishSignIn(signed, challenge: request.challenge)
        print("signed in to the account \(signedIn)")

        let again = await accounts.beginSignIn()
        let elsewhere = try device.get(
            optionsJSON: again.jsonBytes, origin: "https://example.org", mutation: .originSubdomain)
        do {
            _ = try await accounts.finishSignIn(elsewhere, challenge: again.challenge)
        } catch let rejection as AuthenticationRejection {
            print("rejected at step \(rejection.step), \(rejection.code): \(rejection.explanation)")
        }
    }
}
