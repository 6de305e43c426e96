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

struct InvitationTests {
    @Test func `a user who lost every device is invited, enrolls another and signs in`() async throws {
        let fixture = try SignInFixture()
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: fixture))
        let testUser = TestUser(at: fixture)
        let started = try await invited.begin(try await invited.invite())
        let enrolled = try await invited.finish(try invited.submission(for: started, with: testUser.device))
        #expect(enrolled.user.id == invited.enrolledUser.user.id)
        #expect(try await testUser.signIn().user.id == invited.enrolledUser.user.id)
    }

    @Test func `an account without a passkey can be invited`() async throws {
        let fixture = try SignInFixture()
        let handle = try #require(UserHandle([7]))
        let user = User(id: .random(), connection: "people", handle: handle, createdAt: fixture.clock.now)
        try await fixture.storage.withTransaction { try $0.users.insert(user) }
        let invited = InvitedUser(EnrolledUser(fixture: fixture, user: user, client: try fixture.client()))
        let enrolled = try await invited.enroll(with: try await invited.invite())
        #expect(enrolled.signal.credentialIDs == [enrolled.passkey.origin.credentialID])
    }

    @Test func `an invitation and its use are recorded without a client`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let enrolled = try await invited.enroll(with: try await invited.invite())
        let invitation = try #require(try await invited.enrolledUser.events(.userInvited).first)
        #expect(invitation.reference == nil)
        #expect(invitation.details["host"]?.stringValue == SignInFixture.host)
        let registered = try #require(try await invited.enrolledUser.events(.passkeyRegistered).first)
        #expect(registered.details["passkey"]?.stringValue == enrolled.passkey.id.rawValue)
        #expect(registered.client == nil)
        #expect(registered.address == "192.0.2.7")
        #expect(registered.reference == "request 7")
        #expect(enrolled.passkey.origin.userAgent == "Browser 7")
    }

    @Test func `the options name the server and exclude the account's passkeys`() async throws {
        let fixture = try SignInFixture {
            $0.append(.init(kind: .tenant, id: "tenant", json: ["friendly_name": "Our Login"]))
        }
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: fixture))
        let options = try await invited.begin(try await invited.invite()).options
        #expect(options.relyingPartyName == "Our Login")
        #expect(options.user.id == invited.enrolledUser.user.handle)
        #expect(options.excludedCredentials.count == 1)
        #expect(options.timeout == 300_000)
    }

    @Test(arguments: [(true, nil), (false, true), (true, true)] as [(Bool, Bool?)])
    func `a device whose passkey will be removed can enroll again`(isPlanned: Bool, choice: Bool?) async throws {
        let testUser = TestUser(at: try SignInFixture())
        let enrolledUser = EnrolledUser(
            fixture: testUser.fixture, user: try await testUser.signUp().user, client: try testUser.fixture.client())
        let invited = InvitedUser(enrolledUser).with { $0.isRemovingExisting = isPlanned }
        let started = try await invited.begin(try await invited.invite(), isRemovingExisting: choice)
        #expect(started.options.excludedCredentials.isEmpty)
        var submission = try invited.submission(for: started, with: testUser.device)
        submission.isRemovingExisting = choice
        let enrolled = try await invited.finish(submission)
        #expect(try await enrolledUser.passkeys() == [enrolled.passkey])
    }

    @Test func `a user who keeps what an invitation would remove has it excluded`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.isRemovingExisting = true
        }
        let options = try await invited.begin(try await invited.invite(), isRemovingExisting: false).options
        #expect(options.excludedCredentials.count == 1)
    }

    @Test func `a server without a name is shown by its host`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        #expect(try await invited.begin(try await invited.invite()).options.relyingPartyName == SignInFixture.host)
    }

    // MARK: Once

    @Test func `an invitation can be opened repeatedly until a passkey is enrolled`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite()
        _ = try await invited.begin(invitation)
        try await invited.enroll(with: invitation)
        #expect(await code { try await invited.begin(invitation) } == "sign-in.invitation.consumed")
    }

    @Test func `one of sixteen concurrent enrollments succeeds, and the other responses are consumed`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite()
        var submissions: [Invitations.Submission] = []
        for _ in 0..<16 {
            submissions.append(
                try invited.submission(for: try await invited.begin(invitation), with: SoftwareAuthenticator()))
        }
        let all = submissions
        let codes = await codes { try await invited.finish(all[$0]) }
        #expect(codes.filter { $0 == "done" }.count == 1)
        #expect(codes.filter { $0 == "sign-in.invitation.consumed" }.count == 15)
        #expect(try await invited.enrolledUser.passkeys().count == 2)
        for submission in all { #expect(try await invited.fixture.isConsumed(submission.session)) }
    }

    @Test func `a rejected response consumes its ceremony but not the invitation`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite()
        let tampered = invited.with { $0.mutation = .wrongChallenge }
        let submission = try tampered.submission(
            for: try await invited.begin(invitation), with: SoftwareAuthenticator())
        #expect(await code { try await invited.finish(submission) } == "registration.challenge-mismatch")
        #expect(try await invited.fixture.isConsumed(submission.session))
        #expect(try await invited.enrolledUser.events(.registrationRejected).count == 1)
        #expect(await code { try await invited.enroll(with: invitation) } == "done")
    }

    // MARK: When and where

    @Test func `an expired invitation and the ceremonies it started are rejected`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite(validFor: 600)
        invited.fixture.clock.advance(seconds: 590)
        let started = try await invited.begin(invitation)
        #expect((1...10_000).contains(try #require(started.options.timeout)))
        let submission = try invited.submission(for: started, with: SoftwareAuthenticator())
        invited.fixture.clock.advance(seconds: 10)
        #expect(await code { try await invited.begin(invitation) } == "sign-in.invitation.expired")
        #expect(await code { try await invited.finish(submission) } == "sign-in.ceremony.expired")
    }

    @Test(arguments: [Invitations.longest + 1, .max])
    func `an invitation is valid for at most thirty days`(_ seconds: Int) async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite(validFor: seconds)
        invited.fixture.clock.advance(seconds: Int64(Invitations.longest))
        #expect(await code { try await invited.begin(invitation) } == "sign-in.invitation.expired")
    }

    @Test(arguments: [0, -1, .min / 2])
    func `an invitation whose lifetime is not positive is never valid`(_ seconds: Int) async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite(validFor: seconds)
        #expect(await code { try await invited.begin(invitation) } == "sign-in.invitation.expired")
    }

    @Test func `an invitation and its ceremonies are bound to their host`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture.withTwoHosts()))
        let other = invited.with { $0.host = SignInFixture.otherHost }
        let invitation = try await invited.invite()
        #expect(await code { try await other.begin(invitation) } == "sign-in.invitation.binding-mismatch")
        var submission = try invited.submission(for: try await invited.begin(invitation), with: SoftwareAuthenticator())
        submission.host = SignInFixture.otherHost
        #expect(await code { try await invited.finish(submission) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test func `an invitation to a host that is not served is rejected`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.host = "login.brand2.test"
        }
        let invitation = try await invited.invite()
        #expect(await code { try await invited.begin(invitation) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test func `only the server's own page can finish an invitation`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.origin = TestUser.origin
        }
        let invitation = try await invited.invite()
        #expect(await code { try await invited.enroll(with: invitation) } == "registration.origin-not-allowed")
    }

    // MARK: Who

    @Test(arguments: [true, false])
    func `a blocked or removed user is not invited`(_ isBlocked: Bool) async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        try await invited.enrolledUser.leave(isBlocked)
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await invited.invite() } == expected)
    }

    @Test(arguments: [true, false])
    func `a user blocked or removed after the invitation can't use it`(_ isBlocked: Bool) async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite()
        let submission = try invited.submission(for: try await invited.begin(invitation), with: SoftwareAuthenticator())
        try await invited.enrolledUser.leave(isBlocked)
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await invited.begin(invitation) } == expected)
        #expect(await code { try await invited.finish(submission) } == expected)
    }

    @Test func `an invited account with twenty passkeys gets no more`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        for number in 1..<UInt8(PasskeyManagement.limit) { try await invited.enrolledUser.insertPasskey(number) }
        let invitation = try await invited.invite()
        #expect(await code { try await invited.begin(invitation) } == "sign-in.too-many-passkeys")
    }

    @Test(arguments: [(offer: true, choice: nil), (true, true), (false, true)] as [(offer: Bool, choice: Bool?)])
    func `an invitation that removes existing passkeys works for an account with twenty`(offer: Bool, choice: Bool?)
        async throws
    {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.isRemovingExisting = offer
        }
        for number in 1..<UInt8(PasskeyManagement.limit) { try await invited.enrolledUser.insertPasskey(number) }
        let started = try await invited.begin(try await invited.invite(), isRemovingExisting: choice)
        var submission = try invited.submission(for: started, with: SoftwareAuthenticator())
        submission.isRemovingExisting = choice
        let enrolled = try await invited.finish(submission)
        #expect(try await invited.enrolledUser.passkeys().map(\.id) == [enrolled.passkey.id])
    }

    @Test func `an account with twenty passkeys gets no more if the page keeps the existing ones`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.isRemovingExisting = true
        }
        for number in 1..<UInt8(PasskeyManagement.limit) { try await invited.enrolledUser.insertPasskey(number) }
        let invitation = try await invited.invite()
        let rejected = await code { try await invited.begin(invitation, isRemovingExisting: false) }
        #expect(rejected == "sign-in.too-many-passkeys")
        var submission = try invited.submission(for: try await invited.begin(invitation), with: SoftwareAuthenticator())
        submission.isRemovingExisting = false
        let late = submission
        #expect(await code { try await invited.finish(late) } == "sign-in.too-many-passkeys")
    }

    @Test func `a connection without passkeys accepts no invitation`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite()
        let without = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]]
            }
        }
        let begin = {
            try await invited.invitations.begin(invitation, at: SignInFixture.host, in: without.configuration)
        }
        #expect(await code(begin) == "sign-in.passkeys-disabled")
    }

    @Test func `a removed connection accepts no invitation`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite()
        let without = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].id = "others"
                documents[index].json["name"] = "others"
            }
        }
        let begin = {
            try await invited.invitations.begin(invitation, at: SignInFixture.host, in: without.configuration)
        }
        #expect(await code(begin) == "sign-in.connection-unknown")
    }

    // MARK: Seals

    @Test func `text that is not an invitation, has another key, or was changed is rejected`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let other = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let text = try await invited.invite()
        let sessions = [try await invited.begin(text).session, try await invited.enrolledUser.begin().session]
        var bytes = try #require(Base64URL.decode(text))
        bytes[bytes.count / 2] ^= 1
        for forged in ["", "A", try await other.invite(), Base64URL.encode(bytes)] + sessions {
            #expect(await code { try await invited.begin(forged) } == "sign-in.invitation.seal-invalid")
        }
    }

    @Test func `an invitation is not a ceremony session`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await invited.invite()
        var submission = try invited.submission(for: try await invited.begin(invitation), with: SoftwareAuthenticator())
        submission.session = invitation
        #expect(await code { try await invited.finish(submission) } == "sign-in.ceremony.seal-invalid")
    }

    @Test func `a client can't finish a ceremony that an invitation started`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let submission = try invited.submission(
            for: try await invited.begin(try await invited.invite()), with: SoftwareAuthenticator())
        let enrollment = FinishEnrollment.Submission(session: submission.session, response: submission.response)
        #expect(await code { try await invited.enrolledUser.finish(enrollment) } == "sign-in.ceremony.binding-mismatch")
        let withoutClient = invited.enrolledUser.with { $0.client = nil }
        #expect(await code { try await withoutClient.finish(enrollment) } == "sign-in.ceremony.purpose-mismatch")
        let signIn = SignInAttempt(session: submission.session, response: [UInt8]("{}".utf8))
        let code = await code { try await TestUser(at: invited.fixture).finish(signIn) }
        #expect(code == "sign-in.ceremony.binding-mismatch")
    }

    @Test func `an invitation can't finish a ceremony that a client started`() async throws {
        let invited = InvitedUser(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let enrollment = try invited.enrolledUser.submission(
            for: try await invited.enrolledUser.begin(), with: SoftwareAuthenticator())
        let submission = Invitations.Submission(
            session: enrollment.session, response: enrollment.response, host: SignInFixture.host,
            sender: RequestSender())
        #expect(await code { try await invited.finish(submission) } == "sign-in.ceremony.binding-mismatch")
        let withoutClient = invited.enrolledUser.with { $0.client = nil }
        let forged = Invitations.Submission(
            session: try await withoutClient.begin().session, response: enrollment.response, host: SignInFixture.host,
            sender: RequestSender())
        #expect(await code { try await invited.finish(forged) } == "sign-in.ceremony.purpose-mismatch")
    }
}

/// A user who was invited to add a passkey.
private struct InvitedUser: Sendable {
    let enrolledUser: EnrolledUser
    var host = SignInFixture.host
    var origin = "https://\(SignInFixture.host)"
    var mutation: ResponseMutation?
    var isRemovingExisting = false

    init(_ enrolledUser: EnrolledUser) {
        self.enrolledUser = enrolledUser
    }

    func with(_ change: (inout InvitedUser) -> Void) -> InvitedUser {
        var copy = self
        change(&copy)
        return copy
    }

    var fixture: SignInFixture { enrolledUser.fixture }
    var invitations: Invitations { Invitations(ceremonies: fixture.ceremonies) }

    func invite(validFor seconds: Int = 3600) async throws -> String {
        var request = Invitations.Request(user: enrolledUser.user.id, host: host, validFor: seconds)
        request.isRemovingExisting = isRemovingExisting
        return try await invitations.issue(request, by: .command("users invite")).text
    }

    func begin(_ invitation: String, isRemovingExisting: Bool? = nil) async throws -> StartedCeremony<CreationOptions> {
        try await invitations.begin(
            invitation, at: host, isRemovingExisting: isRemovingExisting, in: fixture.configuration)
    }

    func submission(for started: StartedCeremony<CreationOptions>, with device: SoftwareAuthenticator) throws
        -> Invitations.Submission
    {
        let response = try device.create(optionsJSON: started.options.jsonBytes, origin: origin, mutation: mutation)
        return Invitations.Submission(
            session: started.session, response: CredentialResponse(json: response), host: host,
            sender: RequestSender(address: "192.0.2.7", reference: "request 7", userAgent: "Browser 7"))
    }

    func finish(_ submission: Invitations.Submission) async throws -> EnrolledPasskey {
        try await invitations.finish(submission, in: fixture.configuration)
    }

    @discardableResult
    func enroll(with invitation: String) async throws -> EnrolledPasskey {
        try await finish(try submission(for: try await begin(invitation), with: SoftwareAuthenticator()))
    }
}

extension EnrolledUser {
    fileprivate func leave(_ isBlocked: Bool) async throws {
        if isBlocked { try await change(.blocked(true)) } else { try await removeAccount() }
    }
}
