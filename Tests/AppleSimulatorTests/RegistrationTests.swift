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
struct RegistrationTests {
    private typealias Registration = ASAuthorizationPlatformPublicKeyCredentialRegistration

    private let simulator = AppleSimulator()

    private func register(
        _ request: ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest = Requests.registration()
    ) async throws -> Registration {
        let task = AuthorizationTask(request)
        let credential = try #require(try await task.credential() as? Registration)
        #expect(task.askedForAnchor)
        return credential
    }

    /// The flags behind the hash of `example.com` in an attestation object.
    private func flags(of registration: Registration) throws -> UInt8 {
        let object = try #require(registration.rawAttestationObject)
        let hash = Data(SHA256.hash(data: Data("example.com".utf8)))
        let place = try #require(object.range(of: hash))
        return object[place.upperBound]
    }

    @Test
    func `a registration signs its challenge for the app's domain`() async throws {
        let registration = try await simulator.run { try await register() }
        let clientData = try JSONDecoder().decode([String: String].self, from: registration.rawClientDataJSON)
        #expect(clientData["type"] == "webauthn.create")
        #expect(clientData["origin"] == "https://example.com")
        #expect(clientData["challenge"] == "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc")
        #expect(registration.attachment == .platform)
        #expect(try flags(of: registration) & 0x05 == 0x05)
        #expect(simulator.authenticator.credentials.map { Data($0.id) } == [registration.credentialID])
        #expect(simulator.records.shownSheets == 1)
        #expect(simulator.records.requests.map(\.name) == ["anne"])
    }

    @Test
    func `a conditional registration shows nothing and proves nobody's presence`() async throws {
        simulator.set { $0.passwordWasJustFilled = true }
        let request = Requests.registration()
        request.requestStyle = .conditional
        request.userVerificationPreference = .required
        let registration = try await simulator.run { try await register(request) }
        #expect(try flags(of: registration) & 0x05 == 0)
        #expect(simulator.records.shownSheets == 0)
    }

    @Test
    func `a conditional registration needs a password that was just filled`() async throws {
        let request = Requests.registration()
        request.requestStyle = .conditional
        await #expect(throws: ASAuthorizationError.self) { try await simulator.run { try await register(request) } }
        #expect(simulator.authenticator.credentials.isEmpty)
    }

    @Test
    func `an excluded passkey is reported as the system's version does`() async throws {
        try await simulator.run {
            let first = try await register()
            let request = Requests.registration(of: "berta")
            request.excludedCredentials = [.init(credentialID: first.credentialID)]
            #expect(await error { try await register(request) }?.code == 1006)
            simulator.set { $0.exclusionReport = .webKit }
            let older = await error { try await register(request) }
            #expect(older?.domain == "WKErrorDomain")
            #expect(older?.code == 8)
        }
    }

    @Test
    func `what the device lacks is reported before it asks its owner`() async {
        await simulator.run {
            simulator.set { $0.associatedDomains = [] }
            #expect(await error { try await register() }?.code == 1004)
            simulator.set { $0.associatedDomains = ["example.com"] }
            simulator.set { $0.hasPasscode = false }
            #expect(await error { try await register() }?.code == 1010)
            simulator.set { $0.hasPasscode = true }
            simulator.set { $0.isKeychainOn = false }
            #expect(await error { try await register() }?.code == 1004)
            simulator.set { $0.nextFailure = (code: 1042, reason: nil) }
            #expect(await error { try await register() }?.code == 1042)
            #expect(simulator.records.shownSheets == 0)
        }
    }

    @Test
    func `a sheet that is left open times out`() async {
        simulator.set { $0.person = .letsItTimeOut }
        let timeout = await simulator.run { await error { try await register() } }
        #expect(timeout?.domain == "WKErrorDomain")
        #expect(timeout?.code == 31)
    }

    @Test
    func `an account takes the first accepted contact of its owner`() async throws {
        simulator.set { $0.contact.phoneNumber = nil }
        let request = ASAuthorizationAccountCreationProvider().createPlatformPublicKeyCredentialRegistrationRequest(
            acceptedContactIdentifiers: [.phoneNumber, .email], shouldRequestName: true,
            relyingPartyIdentifier: "example.com", challenge: Requests.challenge, userID: Data("user".utf8))
        let credential = try await simulator.run { try await AuthorizationTask(request).credential() }
        let account = try #require(credential as? ASAuthorizationAccountCreationPlatformPublicKeyCredential)
        guard case .email(let email) = account.contactIdentifier else {
            Issue.record("not an email address")
            return
        }
        #expect(email.value == "anne@example.com")
        #expect(account.name?.givenName == "Anne")
        #expect(simulator.authenticator.credentials.map(\.userName) == ["anne@example.com"])
    }

    @Test
    func `a security key without a PIN can't hold a passkey`() async throws {
        try await simulator.run {
            simulator.set { $0.means = .securityKey }
            let task = AuthorizationTask(Requests.registration(), Requests.keyRegistration())
            let credential = try await task.credential()
            let key = try #require(credential as? ASAuthorizationSecurityKeyPublicKeyCredentialRegistration)
            #expect(key.transports == [.usb, .nfc])
            simulator.set { $0.securityKeyHasPIN = false }
            let failure = await error { try await AuthorizationTask(Requests.keyRegistration()).credential() }
            #expect(failure?.code == 1004)
        }
    }
}

/// The error of a body, or `nil` if it returns.
@MainActor
func error(_ body: () async throws -> some Any) async -> NSError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as NSError
    }
}
