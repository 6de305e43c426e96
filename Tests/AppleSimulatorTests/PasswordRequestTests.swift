// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import TestLimits
import Testing

/// Saved passwords, alone and beside passkeys.
@MainActor
@Suite(.turnLimit)
struct PasswordRequestTests {
    private let simulator = AppleSimulator()

    private func pick(
        _ start: (ASAuthorizationController) -> Void = { $0.performRequests() }
    ) async throws -> any ASAuthorizationCredential {
        try await AuthorizationTask(Requests.assertion(), ASAuthorizationPasswordProvider().createRequest())
            .credential(start)
    }

    private func save() {
        simulator.set { $0.savedPasswords = [SimulatorState.SavedPassword(user: "anne", password: "a saved one")] }
    }

    @Test
    func `an owner without a passkey takes the saved password`() async throws {
        save()
        try await simulator.run {
            let credential = try #require(try await pick() as? ASPasswordCredential)
            #expect(credential.user == "anne" && credential.password == "a saved one")
        }
        #expect(simulator.records.requests.map(\.kind) == [.assertion, .password])
        #expect(simulator.state.passwordWasJustFilled)
    }

    @Test
    func `an owner with both takes the one of choice`() async throws {
        save()
        try await simulator.run {
            _ = try await AuthorizationTask(Requests.registration()).credential()
            let passkey = try await pick()
            #expect(passkey is ASAuthorizationPlatformPublicKeyCredentialAssertion)
            #expect(!simulator.state.passwordWasJustFilled)
            simulator.set { $0.means = .savedPassword }
            let password = try await pick()
            #expect(password is ASPasswordCredential)
        }
    }

    @Test
    func `a silent request shows a sheet for a password, and nothing without one`() async throws {
        try await simulator.run {
            let silently = { (controller: ASAuthorizationController) in
                controller.performRequests(options: .preferImmediatelyAvailableCredentials)
            }
            await #expect(throws: ASAuthorizationError.self) { try await pick(silently) }
            #expect(simulator.records.shownSheets == 0)
            save()
            let credential = try await pick(silently)
            #expect(credential is ASPasswordCredential)
            #expect(simulator.records.shownSheets == 1)
        }
    }

    @Test
    func `the system makes a passkey without asking right after it has filled in a password`() async throws {
        try await simulator.run {
            let request = Requests.registration()
            request.requestStyle = .conditional
            #expect(simulator.fillPassword() == nil)
            await #expect(throws: ASAuthorizationError.self) { try await AuthorizationTask(request).credential() }
            save()
            #expect(simulator.fillPassword()?.user == "anne")
            _ = try await AuthorizationTask(request).credential()
            #expect(simulator.records.shownSheets == 0)
        }
    }
}
