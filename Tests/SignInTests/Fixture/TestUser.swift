// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import RateLimiting
import SignIn
import SoftwareAuthenticator
import WebAuthnMessages

/// The session and the response that finish a sign-up or a sign-in.
struct SignInAttempt: Sendable {
    var session: String
    var response: [UInt8]
    var client = "web"
    var host = SignInFixture.host

    init(session: String, response: [UInt8]) {
        self.session = session
        self.response = response
    }

    /// Sends the response, stores the sign-in with its records, and returns it.
    func finish(
        at ceremonies: CeremonyService, in configuration: ConfigurationSnapshot,
        with records: AccompanyingRecords = AccompanyingRecords()
    ) async throws(SignInFailure) -> SignInReceipt {
        let submission = PasskeySignIn.Submission(
            ceremony: try ceremonies.open(session, at: host), response: CredentialResponse(json: response),
            client: client, sender: RequestSender())
        let signIn = try await PasskeySignIn(ceremonies: ceremonies).judge(submission, in: configuration)
        return try await ceremonies.completion(signIn, with: records)
    }
}

extension CeremonyService {
    /// The end of sign-ins, with limits that one test doesn't reach.
    var completion: SignInCompletion {
        SignInCompletion(accounts: accounts, limits: SignInLimits(limits: RateLimits(), uptime: { 0 }))
    }
}

extension SignInReceipt {
    var isNewAccount: Bool { signIn.isNewAccount }
    var isCounterRegressed: Bool { signIn.method.warning == .counterRegressed }
}

/// A user with a device.
struct TestUser: Sendable {
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

    func with(_ change: (inout TestUser) -> Void) -> TestUser {
        var copy = self
        change(&copy)
        return copy
    }

    /// Starts a sign-up and returns the session with the device's response.
    func beginSignUp() async throws -> SignInAttempt {
        var profile = SignUpProfile()
        profile.identifiers = [.email: address]
        profile.profile.name = "Somebody"
        let started = try await BeginSignUp(ceremonies: fixture.ceremonies)(
            profile, for: try request(), in: fixture.configuration)
        let response = try device.create(
            optionsJSON: started.options.jsonBytes, origin: Self.origin, settings: settings, mutation: mutation)
        return attempt(session: started.session, response: response)
    }

    /// Starts a sign-in and returns the session with the device's response.
    func beginSignIn() throws -> SignInAttempt {
        let started = try BeginSignIn(ceremonies: fixture.ceremonies)(try request(), in: fixture.configuration)
        let response = try device.get(
            optionsJSON: started.options.jsonBytes, origin: Self.origin, settings: settings, mutation: mutation)
        return attempt(session: started.session, response: response)
    }

    func finish(_ attempt: SignInAttempt) async throws -> SignInReceipt {
        try await attempt.finish(at: fixture.ceremonies, in: fixture.configuration)
    }

    @discardableResult
    func signUp() async throws -> SignInReceipt { try await finish(try await beginSignUp()) }

    func signIn() async throws -> SignInReceipt { try await finish(try beginSignIn()) }

    private func attempt(session: String, response: [UInt8]) -> SignInAttempt {
        var attempt = SignInAttempt(session: session, response: response)
        attempt.client = clientID
        return attempt
    }

    func request() throws -> AdmissionRequest {
        AdmissionRequest(client: try fixture.client(clientID), host: SignInFixture.host)
    }

    static let origin = "https://app.login.example.org"
}

/// Returns the code of the failure that a body throws, or `done`.
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
