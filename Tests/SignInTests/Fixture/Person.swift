// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import SoftwareAuthenticator
import WebAuthnMessages

/// Somebody with a device, who signs up and in at a fixture.
struct Person: Sendable {
    let fixture: SignInFixture
    let device: SoftwareAuthenticator
    var address = "somebody@example.org"
    var clientID = "web"
    var settings = CeremonySettings()
    var mutation: ResponseMutation?

    init(at fixture: SignInFixture, profile: AuthenticatorProfile = .iCloudKeychain) {
        self.fixture = fixture
        device = SoftwareAuthenticator(profile: profile)
    }

    func with(_ change: (inout Person) -> Void) -> Person {
        var copy = self
        change(&copy)
        return copy
    }

    /// Options and response of a sign-up.
    func beginSignUp() async throws -> FinishSignIn.Submission {
        var profile = SignUpProfile()
        profile.identifiers = [.email: address]
        profile.profile.name = "Somebody"
        let started = try await BeginSignUp(ceremonies: fixture.ceremonies)(
            profile, try request(), in: fixture.configuration)
        let response = try device.create(
            optionsJSON: started.options.jsonBytes, origin: Self.origin, settings: settings, mutation: mutation)
        return FinishSignIn.Submission(session: started.session, response: response, host: SignInFixture.host)
    }

    /// Options and response of a sign-in.
    func beginSignIn() throws -> FinishSignIn.Submission {
        let started = try BeginSignIn(ceremonies: fixture.ceremonies)(try request(), in: fixture.configuration)
        let response = try device.get(
            optionsJSON: started.options.jsonBytes, origin: Self.origin, settings: settings, mutation: mutation)
        return FinishSignIn.Submission(session: started.session, response: response, host: SignInFixture.host)
    }

    func finish(_ answer: FinishSignIn.Submission) async throws -> SignedIn {
        try await FinishSignIn(ceremonies: fixture.ceremonies)(answer, in: fixture.configuration) { _, _ in }.signedIn
    }

    @discardableResult
    func signUp() async throws -> SignedIn { try await finish(try await beginSignUp()) }

    func signIn() async throws -> SignedIn { try await finish(try beginSignIn()) }

    func request() throws -> CeremonyRequest {
        CeremonyRequest(client: try fixture.client(clientID), host: SignInFixture.host)
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
