// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import SignIn
import SoftwareAuthenticator
import TestLimits
import TestSupport
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite(.turnLimit)
struct ResponseVerificationTests {
    @Test func `a response to a consumed ceremony is not verified`() async throws {
        let testUser = TestUser(at: try SignInFixture())
        var signUp = try await testUser.beginSignUp()
        _ = try await testUser.finish(signUp)
        signUp.response = Array("{}".utf8)
        #expect(await code { try await testUser.finish(signUp) } == "sign-in.ceremony.consumed")

        var signIn = try testUser.beginSignIn()
        _ = try await testUser.finish(signIn)
        signIn.response = try testUser.with { $0.mutation = .flipSignatureBit }.beginSignIn().response
        #expect(await code { try await testUser.finish(signIn) } == "sign-in.ceremony.consumed")
    }

    @Test func `a response to a consumed enrollment is not verified`() async throws {
        let enrolledUser = try await EnrolledUser.signedUp(at: try SignInFixture())
        var attempt = try enrolledUser.submission(for: try await enrolledUser.begin(), with: SoftwareAuthenticator())
        _ = try await enrolledUser.finish(attempt)
        attempt.response = CredentialResponse(json: Array("{}".utf8))
        #expect(await code { try await enrolledUser.finish(attempt) } == "sign-in.ceremony.consumed")
    }

    @Test func `a verification is reported with its work and its outcome, even if it ends in a rejection`() async throws
    {
        let recorder = ReportRecorder()
        let testUser = TestUser(at: try SignInFixture(), profile: .securityKey).with {
            $0.settings.attestation = .always
        }
        _ = try await testUser.finish(try await testUser.beginSignUp(), at: recorder.ceremonies(of: testUser.fixture))
        _ = try await testUser.finish(try testUser.beginSignIn(), at: recorder.ceremonies(of: testUser.fixture))
        let rejected = testUser.with {
            $0.address = "another@example.org"
            $0.settings.alteration = .packed(.badSignature)
        }
        let attempt = try await rejected.beginSignUp()
        #expect(
            await code { try await rejected.finish(attempt, at: recorder.ceremonies(of: testUser.fixture)) }
                == "registration.attestation.signature-invalid")
        #expect(recorder.reports.count == 3)
        #expect(recorder.reports[0].work > 5)
        #expect(recorder.reports[1].work == 2)
        #expect(recorder.reports[2].work == recorder.reports[0].work)
        #expect(recorder.reports.map(\.kind) == [.registration, .authentication, .registration])
        #expect(
            recorder.reports.map(\.rejection?.code) == [nil, nil, "registration.attestation.signature-invalid"])
    }

    @Test func `a response that is malformed is reported as rejected, without any work`() async throws {
        let recorder = ReportRecorder()
        let testUser = TestUser(at: try SignInFixture())
        var signUp = try await testUser.with { $0.address = "another@example.org" }.beginSignUp()
        signUp.response = Array("{}".utf8)
        _ = try await testUser.finish(try await testUser.beginSignUp())
        var signIn = try testUser.beginSignIn()
        signIn.response = Array("{}".utf8)
        for attempt in [signUp, signIn] {
            _ = await code { try await testUser.finish(attempt, at: recorder.ceremonies(of: testUser.fixture)) }
        }
        #expect(recorder.reports.map(\.kind) == [.registration, .authentication])
        #expect(recorder.reports.allSatisfy { $0.work == 0 && $0.rejection != nil })
    }

    @Test func `only registrations with certificates are queued, and a declined response may be sent again`()
        async throws
    {
        let fixture = try SignInFixture()
        let gate = Gate()
        let queue = VerificationQueue(width: 1, room: 0)
        let blocked = Task { try await queue.run { gate.pass() } }
        try #require(await gate.isReached())
        let attesting = TestUser(at: fixture, profile: .securityKey).with { $0.settings.attestation = .always }
        let attempt = try await attesting.beginSignUp()
        let busy = CeremonyService(accounts: fixture.accounts, seal: fixture.ceremonies.seal, queue: queue)
        #expect(await code { try await attesting.finish(attempt, at: busy) } == "sign-in.too-busy")
        let ordinary = TestUser(at: fixture).with { $0.address = "another@example.org" }
        _ = try await ordinary.finish(try await ordinary.beginSignUp(), at: busy)
        _ = try await ordinary.finish(try ordinary.beginSignIn(), at: busy)
        gate.open()
        try await blocked.value
        #expect(try await attesting.finish(attempt, at: busy).isNewAccount)
    }

    /// Records the reports.
    private final class ReportRecorder: Sendable {
        private let list = Monitor<[VerificationReport]>([])

        var reports: [VerificationReport] { list.read(\.self) }

        func ceremonies(of fixture: SignInFixture) -> CeremonyService {
            CeremonyService(
                accounts: fixture.accounts, seal: fixture.ceremonies.seal,
                report: { [list] report in list.update { $0.append(report) } })
        }
    }
}

extension TestUser {
    fileprivate func finish(_ attempt: SignInAttempt, at ceremonies: CeremonyService) async throws -> SignInReceipt {
        try await attempt.finish(at: ceremonies, in: fixture.configuration)
    }
}
