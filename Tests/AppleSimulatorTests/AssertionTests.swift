// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import CryptoKit
import Foundation
import SoftwareAuthenticator
import TestLimits
import Testing

@MainActor
@Suite(.turnLimit)
struct AssertionTests {
    private typealias Assertion = ASAuthorizationPlatformPublicKeyCredentialAssertion

    private let simulator = AppleSimulator()

    private func register() async throws { _ = try await AuthorizationTask(Requests.registration()).credential() }

    private func assert(
        _ request: ASAuthorizationPlatformPublicKeyCredentialAssertionRequest = Requests.assertion()
    ) async throws -> Assertion {
        try #require(try await AuthorizationTask(request).credential() as? Assertion)
    }

    @Test
    func `a registered passkey signs in`() async throws {
        try await simulator.run {
            try await register()
            let assertion = try await assert()
            #expect(assertion.userID == Data("anne".utf8))
            #expect(assertion.rawAuthenticatorData.prefix(32) == Data(SHA256.hash(data: Data("example.com".utf8))))
            #expect(assertion.attachment == .platform)
        }
    }

    @Test(arguments: [
        (SimulatorState.NoPasskeyReport.canceled, 1001, false),
        (.canceledWithReason, 1001, true),
        (.notInteractive, 1005, false),
    ])
    func `a silent request without a passkey shows nothing`(
        report: SimulatorState.NoPasskeyReport, code: Int, hasReason: Bool
    ) async {
        simulator.set { $0.noPasskeyReport = report }
        let failure = await simulator.run {
            await error {
                try await AuthorizationTask(Requests.assertion()).credential {
                    $0.performRequests(options: .preferImmediatelyAvailableCredentials)
                }
            }
        }
        #expect(failure?.code == code)
        #expect((failure?.userInfo[NSLocalizedFailureReasonErrorKey] != nil) == hasReason)
        #expect(simulator.records.shownSheets == 0)
    }

    @Test
    func `a canceled controller reports to its delegate`() async throws {
        simulator.set { $0.person = .neverAnswers }
        await simulator.run {
            let task = AuthorizationTask(Requests.assertion())
            async let failure = error { try await task.credential() }
            try? await simulator.wait { $0.records.shownSheets == 1 }
            task.controller.cancel()
            #expect(await failure?.code == 1001)
            #expect(simulator.state.runningRequest == nil)
        }
    }

    @Test
    func `a second request fails while one runs`() async throws {
        simulator.set { $0.person = .neverAnswers }
        await simulator.run {
            async let first = error { try await AuthorizationTask(Requests.registration()).credential() }
            try? await simulator.wait { $0.runningRequest == .modal }
            #expect(await error { try await assert() }?.code == 1004)
            simulator.set { $0.person = .dismisses }
            #expect(await first?.code == 1001)
        }
    }

    @Test
    func `a sheet opens as soon as AutoFill is canceled, but not before`() async throws {
        try await simulator.run {
            try await register()
            let waiting = AuthorizationTask(Requests.assertion())
            async let autoFill = error { try await waiting.credential { $0.performAutoFillAssistedRequests() } }
            try? await simulator.wait { $0.runningRequest == .autoFill }
            #expect(await error { try await assert() }?.code == 1004)
            waiting.controller.cancel()
            _ = try await assert()
            #expect(await autoFill?.code == 1001)
        }
    }

    @Test
    func `AutoFill waits until its owner picks a passkey`() async throws {
        try await simulator.run {
            try await register()
            let waiting = AuthorizationTask(Requests.assertion())
            async let credential = waiting.credential { $0.performAutoFillAssistedRequests() }
            try await simulator.wait { $0.runningRequest == .autoFill }
            simulator.set { $0.suggestion = .picks }
            #expect(try await credential is Assertion)
            #expect(simulator.records.shownSheets == 1)
        }
    }

    @Test
    func `another device signs in across platforms`() async throws {
        simulator.set { $0.means = .anotherDevice }
        try await simulator.run {
            try await register()
            #expect(simulator.authenticator.credentials.isEmpty)
            #expect(try await assert().attachment == .crossPlatform)
        }
    }

    @Test
    func `a salt makes the same key every time`() async throws {
        try await simulator.run {
            let registration = Requests.registration()
            registration.prf = .checkForSupport
            registration.largeBlob = .supportPreferred
            let made = try await AuthorizationTask(registration).credential()
            let first = try #require(made as? ASAuthorizationPlatformPublicKeyCredentialRegistration)
            #expect(first.prf?.isSupported == true)
            #expect(first.largeBlob?.isSupported == true)
            let request = Requests.assertion()
            request.prf = .inputValues(.saltInput1(Data("salt".utf8), saltInput2: Data("other".utf8)))
            request.largeBlob = .write(Data("blob".utf8))
            let keys = try #require(try await assert(request).prf)
            #expect(keys.first.bitCount == 256)
            #expect(keys.first != keys.second)
            request.largeBlob = .read
            let again = try await assert(request)
            #expect(again.prf?.first == keys.first)
            guard case .read(let blob) = again.largeBlob?.result else {
                Issue.record("not read")
                return
            }
            #expect(blob == Data("blob".utf8))
            #expect(simulator.records.requests.last?.prfSalts?.count == 2)
        }
    }

    @Test
    func `signals change what the device holds`() async throws {
        try await simulator.run {
            try await register()
            let user = Data("anne".utf8)
            let signals = ASCredentialDataManager()
            try await signals.reportPublicKeyCredentialUpdate(
                relyingPartyIdentifier: "example.com", userHandle: user, newName: "Anne J.")
            #expect(simulator.authenticator.credentials.map(\.userName) == ["Anne J."])
            try await signals.reportAllAcceptedPublicKeyCredentials(
                relyingPartyIdentifier: "example.com", userHandle: user, acceptedCredentialIDs: [])
            #expect(simulator.authenticator.credentials.isEmpty)
            simulator.set { $0.acceptsSignals = false }
            await #expect(throws: ASAuthorizationError.self) {
                try await ASCredentialUpdater().reportUnknownPublicKeyCredential(
                    relyingPartyIdentifier: "example.com", credentialID: Data([1]))
            }
            #expect(simulator.records.signals.count == 3)
        }
    }
}
