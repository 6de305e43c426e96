// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WebAuthnMessages
import WebAuthnVerification

/// Registers a passkey and signs in with it, the software authenticator standing in for a browser and a device.
@main
struct VerifyAPasskey {
    static func main() async throws {
        let accounts = PasskeyAccounts()
        let device = SoftwareAuthenticator(profile: .iCloudKeychain)

        let creation = try await accounts.beginRegistration(of: "somebody@example.org")
        let created = try device.create(optionsJSON: creation, origin: "https://example.org")
        let registered = try await accounts.finishRegistration(
            created, challenge: CreationOptions(jsonBytes: creation).challenge)
        print("registered a passkey for the account \(registered)")

        let request = try await accounts.beginSignIn()
        let signed = try device.get(optionsJSON: request, origin: "https://example.org")
        let signedIn = try await accounts.finishSignIn(
            signed, challenge: RequestOptions(jsonBytes: request).challenge)
        print("signed in to the account \(signedIn)")

        let again = try await accounts.beginSignIn()
        let elsewhere = try device.get(
            optionsJSON: again, origin: "https://example.org", mutation: .originSubdomain)
        do {
            _ = try await accounts.finishSignIn(elsewhere, challenge: RequestOptions(jsonBytes: again).challenge)
        } catch let rejection as AuthenticationRejection {
            print("refused at step \(rejection.step), \(rejection.code): \(rejection.explanation)")
        }
    }
}
