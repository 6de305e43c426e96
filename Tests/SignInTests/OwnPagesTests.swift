// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// Ceremonies of the server's own pages, where no client takes part.
struct OwnPagesTests {
    private let fixture: SignInFixture
    private let ceremonies: CeremonyService
    private let device = SoftwareAuthenticator(profile: .iCloudKeychain)

    init() throws {
        fixture = try SignInFixture()
        ceremonies = CeremonyService(
            accounts: fixture.accounts, seal: CeremonySeal(key: .generate()), surface: .hostedPages)
    }

    @Test(arguments: [("people", "required"), ("staff", "required"), ("staff", "preferred")])
    func `the user is verified if any connection requires it`(name: String, rule: String) throws {
        let fixture = try SignInFixture { documents in
            documents.append(
                ConfigurationDocument(kind: .connection, id: "staff", json: ["name": "staff", "strategy": "auth0"]))
            for index in documents.indices where documents[index].id == name {
                documents[index].json["thumbturn"] = ["user_verification": .string(rule)]
            }
        }
        let started = try BeginSignIn(ceremonies: fixture.ceremonies)(
            atOwnPagesOf: SignInFixture.host, in: fixture.configuration)
        #expect(started.options.userVerification.rawValue == rule)
    }

    @Test func `a ceremony of the pages does not finish where clients send theirs`() async throws {
        try await TestUser(at: fixture).signUp()
        let started = try BeginSignIn(ceremonies: fixture.ceremonies)(
            atOwnPagesOf: SignInFixture.host, in: fixture.configuration)
        let attempt = Self.attempt(session: started.session, response: Array("{}".utf8))
        let code = await SignInTests.code {
            try await attempt.finish(at: fixture.ceremonies, in: fixture.configuration)
        }
        #expect(code == SignInFailure.ceremony(.purposeMismatch).code)
    }

    @Test func `a client that does not use the host or the connection is not served`() throws {
        #expect(try begin(changing: "web", ["name": "Example"]) == "done")
        let elsewhere: JSONObject = ["thumbturn": ["domains": ["other.example.org"]]]
        #expect(try begin(changing: "web", elsewhere) == SignInFailure.admission(.client(.domain)).code)
        #expect(
            try begin(changing: "people", ["enabled_clients": ["other"]])
                == SignInFailure.admission(.connectionUnknown(nil)).code)
    }

    /// Returns the code of the failure of a client's sign-in on the pages, after a change of the configuration, or
    /// `done`.
    private func begin(changing id: String, _ members: JSONObject) throws -> String {
        let fixture = try SignInFixture { documents in
            documents.append(
                ConfigurationDocument(
                    kind: .customDomain, id: "other.example.org",
                    json: ["domain": "other.example.org", "relying_party_identifier": "other.example.org"]))
            for index in documents.indices where documents[index].id == id {
                for member in members.members { documents[index].json[member.name] = member.value }
            }
        }
        let request = AdmissionRequest(client: try fixture.client(), host: SignInFixture.host)
        do throws(SignInFailure) {
            _ = try BeginSignIn(ceremonies: ceremonies)(request, in: fixture.configuration)
            return "done"
        } catch {
            return error.code
        }
    }

    @Test func `a set-up that has finished is not verified again`() async throws {
        let attempt = try await beginSetup()
        #expect(try await attempt.finish(at: ceremonies, in: fixture.configuration).isNewAccount)
        let submission = PasskeySignIn.Submission(
            ceremony: try ceremonies.open(attempt.session, at: attempt.host),
            response: CredentialResponse(json: attempt.response), client: attempt.client,
            sender: RequestSender())
        let code = await SignInTests.code {
            try await PasskeySignIn(ceremonies: ceremonies).judge(submission, in: fixture.configuration)
        }
        #expect(code == SignInFailure.ceremony(.alreadyConsumed).code)
    }

    private func beginSetup() async throws -> SignInAttempt {
        let clock = fixture.clock
        let issued = try await ServerSetup(storage: fixture.storage, now: { clock.now }).issueCode()
        var profile = SignUpProfile()
        profile.identifiers = [.email: "owner@example.org"]
        let started = try await BeginSetup(ceremonies: ceremonies)(
            code: try #require(issued).code.text, profile: profile, at: SignInFixture.host,
            in: fixture.configuration)
        let response = try device.create(
            optionsJSON: started.options.jsonBytes, origin: "https://\(SignInFixture.host)",
            settings: CeremonySettings(), mutation: nil)
        return Self.attempt(session: started.session, response: response)
    }

    private static func attempt(session: String, response: [UInt8]) -> SignInAttempt {
        var attempt = SignInAttempt(session: session, response: response)
        attempt.client = CeremonyBinding.ownPages
        return attempt
    }
}
