// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import WebAuthnMessages

/// Somebody with a device, who signs up and in at a house.
struct Person: Sendable {
    let house: House
    let device: SoftwareAuthenticator
    var address = "somebody@example.org"
    var clientID = "web"
    var settings = CeremonySettings()
    var tamper: Tamper?

    init(at house: House, profile: AuthenticatorProfile = .iCloudKeychain) {
        self.house = house
        device = SoftwareAuthenticator(profile: profile)
    }

    func with(_ change: (inout Person) -> Void) -> Person {
        var copy = self
        change(&copy)
        return copy
    }

    /// Options and response of a sign-up.
    func beginSignUp() async throws -> FinishSignIn.Answer {
        var profile = SignUpProfile()
        profile.identifiers = [.email: address]
        profile.profile.name = "Somebody"
        let begun = try await BeginSignUp(desk: house.desk)(profile, try request(), in: house.directory)
        let response = try device.create(
            optionsJSON: begun.options.jsonBytes, origin: Self.origin, settings: settings, tamper: tamper)
        return FinishSignIn.Answer(session: begun.session, response: response, host: House.host)
    }

    /// Options and response of a sign-in.
    func beginSignIn() throws -> FinishSignIn.Answer {
        let begun = try BeginSignIn(desk: house.desk)(try request(), in: house.directory)
        let response = try device.get(
            optionsJSON: begun.options.jsonBytes, origin: Self.origin, settings: settings, tamper: tamper)
        return FinishSignIn.Answer(session: begun.session, response: response, host: House.host)
    }

    func finish(_ answer: FinishSignIn.Answer) async throws -> SignedIn {
        try await FinishSignIn(desk: house.desk)(answer, in: house.directory) { _, _ in }.signedIn
    }

    @discardableResult
    func signUp() async throws -> SignedIn { try await finish(try await beginSignUp()) }

    func signIn() async throws -> SignedIn { try await finish(try beginSignIn()) }

    func request() throws -> CeremonyRequest {
        CeremonyRequest(client: try house.client(clientID), host: House.host)
    }

    static let origin = "https://app.login.example.org"
}

/// The code of the failure that a piece of a journey ends with, or `done`.
func code<Value>(_ body: () async throws -> Value) async -> String {
    do {
        _ = try await body()
        return "done"
    } catch let failure as SignInFailure {
        return failure.code
    } catch {
        return "\(error)"
    }
}
