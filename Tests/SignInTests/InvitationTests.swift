// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import SignIn
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WireFormats

@Suite("Invitations")
struct InvitationTests {
    @Test("a user who lost every device is invited, enrolls another and signs in")
    func inviteAndSignIn() async throws {
        let fixture = try SignInFixture()
        let guest = Guest(try await EnrolledUser.signedUp(at: fixture))
        let person = Person(at: fixture)
        let started = try await guest.begin(try await guest.invite())
        let enrolled = try await guest.finish(try guest.answer(started, with: person.device))
        #expect(enrolled.user.id == guest.enrolledUser.user.id)
        #expect(try await person.signIn().user.id == guest.enrolledUser.user.id)
    }

    @Test("an account without any passkey can be invited")
    func firstPasskey() async throws {
        let fixture = try SignInFixture()
        let handle = try #require(UserHandle([7]))
        let user = User(id: .random(), connection: "people", handle: handle, createdAt: fixture.clock.now)
        try await fixture.storage.withTransaction { try $0.users.insert(user) }
        let guest = Guest(EnrolledUser(fixture: fixture, user: user, client: try fixture.client()))
        let enrolled = try await guest.enroll(with: try await guest.invite())
        #expect(enrolled.signal.credentialIDs == [enrolled.passkey.origin.credentialID])
    }

    @Test("it is recorded that somebody was invited and what came of it, without a client")
    func events() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let enrolled = try await guest.enroll(with: try await guest.invite())
        let invited = try #require(try await guest.enrolledUser.events(.userInvited).first)
        #expect(invited.reference == "invitation 1")
        #expect(invited.details["host"]?.stringValue == SignInFixture.host)
        let registered = try #require(try await guest.enrolledUser.events(.passkeyRegistered).first)
        #expect(registered.details["passkey"]?.stringValue == enrolled.passkey.id.rawValue)
        #expect(registered.client == nil)
        #expect(registered.address == "192.0.2.7")
        #expect(registered.reference == "request 7")
        #expect(enrolled.passkey.origin.userAgent == "Browser 7")
    }

    @Test("options name the server and exclude what the account has")
    func options() async throws {
        let fixture = try SignInFixture {
            $0.append(.init(kind: .tenant, id: "tenant", json: ["friendly_name": "Our SignInFixture"]))
        }
        let guest = Guest(try await EnrolledUser.signedUp(at: fixture))
        let options = try await guest.begin(try await guest.invite()).options
        #expect(options.relyingPartyName == "Our SignInFixture")
        #expect(options.user.id == guest.enrolledUser.user.handle)
        #expect(options.excludedCredentials.count == 1)
        #expect(options.timeout == 300_000)
    }

    @Test(arguments: [(true, nil), (false, true), (true, true)] as [(Bool, Bool?)])
    func `a device whose passkey will be removed can enroll again`(isPlanned: Bool, choice: Bool?) async throws {
        let person = Person(at: try SignInFixture())
        let enrolledUser = EnrolledUser(
            fixture: person.fixture, user: try await person.signUp().user, client: try person.fixture.client())
        let guest = Guest(enrolledUser).with { $0.isRemovingExisting = isPlanned }
        let started = try await guest.begin(try await guest.invite(), isRemovingExisting: choice)
        #expect(started.options.excludedCredentials.isEmpty)
        var submission = try guest.answer(started, with: person.device)
        submission.isRemovingExisting = choice
        let enrolled = try await guest.finish(submission)
        #expect(try await enrolledUser.passkeys() == [enrolled.passkey])
    }

    @Test func `a user who keeps what an invitation would remove has it excluded`() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.isRemovingExisting = true
        }
        let options = try await guest.begin(try await guest.invite(), isRemovingExisting: false).options
        #expect(options.excludedCredentials.count == 1)
    }

    @Test("a server without a name is called by its host")
    func namelessServer() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        #expect(try await guest.begin(try await guest.invite()).options.relyingPartyName == SignInFixture.host)
    }

    // MARK: Once

    @Test("the page may be loaded again until a passkey is enrolled, and not after")
    func untilTaken() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite()
        _ = try await guest.begin(invitation)
        try await guest.enroll(with: invitation)
        #expect(await code { try await guest.begin(invitation) } == "sign-in.invitation.consumed")
    }

    @Test("of sixteen passkeys at once one is enrolled, and the others' answers are used up")
    func onceOfMany() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite()
        var answers: [Invitations.Submission] = []
        for _ in 0..<16 {
            answers.append(try guest.answer(try await guest.begin(invitation), with: SoftwareAuthenticator()))
        }
        let all = answers
        let codes = await codes { try await guest.finish(all[$0]) }
        #expect(codes.filter { $0 == "done" }.count == 1)
        #expect(codes.filter { $0 == "sign-in.invitation.consumed" }.count == 15)
        #expect(try await guest.enrolledUser.passkeys().count == 2)
        for answer in all { #expect(try await guest.fixture.isUsedUp(answer.session)) }
    }

    @Test("a refused answer uses up its ceremony, and not the invitation")
    func refusedAnswer() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite()
        let tampered = guest.with { $0.mutation = .wrongChallenge }
        let answer = try tampered.answer(try await guest.begin(invitation), with: SoftwareAuthenticator())
        #expect(await code { try await guest.finish(answer) } == "registration.challenge-mismatch")
        #expect(try await guest.fixture.isUsedUp(answer.session))
        #expect(try await guest.enrolledUser.events(.registrationRefused).count == 1)
        #expect(await code { try await guest.enroll(with: invitation) } == "done")
    }

    // MARK: When and where

    @Test("an invitation ends, and what was started with it ends too")
    func expired() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite(validFor: 600)
        guest.fixture.clock.advance(seconds: 590)
        let started = try await guest.begin(invitation)
        #expect((1...10_000).contains(try #require(started.options.timeout)))
        let answer = try guest.answer(started, with: SoftwareAuthenticator())
        guest.fixture.clock.advance(seconds: 10)
        #expect(await code { try await guest.begin(invitation) } == "sign-in.invitation.expired")
        #expect(await code { try await guest.finish(answer) } == "sign-in.ceremony.expired")
    }

    @Test("no invitation is good for more than thirty days", arguments: [Invitations.longest + 1, .max])
    func longest(_ seconds: Int) async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite(validFor: seconds)
        guest.fixture.clock.advance(seconds: Int64(Invitations.longest))
        #expect(await code { try await guest.begin(invitation) } == "sign-in.invitation.expired")
    }

    @Test("an invitation that was never valid opens nothing", arguments: [0, -1, .min / 2])
    func neverValid(_ seconds: Int) async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite(validFor: seconds)
        #expect(await code { try await guest.begin(invitation) } == "sign-in.invitation.expired")
    }

    @Test("an invitation and what was started with it belong to their host")
    func otherHost() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture.withTwoHosts()))
        let elsewhere = guest.with { $0.host = SignInFixture.otherHost }
        let invitation = try await guest.invite()
        #expect(await code { try await elsewhere.begin(invitation) } == "sign-in.invitation.binding-mismatch")
        var answer = try guest.answer(try await guest.begin(invitation), with: SoftwareAuthenticator())
        answer.host = SignInFixture.otherHost
        #expect(await code { try await guest.finish(answer) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test("an invitation to a host that is not served leads nowhere")
    func unservedHost() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.host = "login.brand2.test"
        }
        let invitation = try await guest.invite()
        #expect(await code { try await guest.begin(invitation) } == "sign-in.ceremony.binding-mismatch")
    }

    @Test("only the server's own page can answer, and no client's")
    func ownOrigin() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture())).with { $0.origin = Person.origin }
        let invitation = try await guest.invite()
        #expect(await code { try await guest.enroll(with: invitation) } == "registration.origin-not-allowed")
    }

    // MARK: Who

    @Test("a user who is blocked or removed is not invited", arguments: [true, false])
    func unusable(_ isBlocked: Bool) async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        try await guest.enrolledUser.leave(isBlocked)
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await guest.invite() } == expected)
    }

    @Test("a user who is blocked or removed after the invitation does not get in", arguments: [true, false])
    func unusableMeanwhile(_ isBlocked: Bool) async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite()
        let answer = try guest.answer(try await guest.begin(invitation), with: SoftwareAuthenticator())
        try await guest.enrolledUser.leave(isBlocked)
        let expected = isBlocked ? "sign-in.account-blocked" : "sign-in.account-unknown"
        #expect(await code { try await guest.begin(invitation) } == expected)
        #expect(await code { try await guest.finish(answer) } == expected)
    }

    @Test("an account with twenty passkeys gets no other")
    func limit() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        for number in 1..<UInt8(PasskeyManagement.limit) { try await guest.enrolledUser.keep(number) }
        let invitation = try await guest.invite()
        #expect(await code { try await guest.begin(invitation) } == "sign-in.too-many-passkeys")
    }

    @Test(
        "an account with twenty passkeys accepts an invitation that removes them",
        arguments: [(offer: true, choice: nil), (true, true), (false, true)] as [(offer: Bool, choice: Bool?)])
    func removalLeavesRoom(offer: Bool, choice: Bool?) async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.isRemovingExisting = offer
        }
        for number in 1..<UInt8(PasskeyManagement.limit) { try await guest.enrolledUser.keep(number) }
        let started = try await guest.begin(try await guest.invite(), isRemovingExisting: choice)
        var answer = try guest.answer(started, with: SoftwareAuthenticator())
        answer.isRemovingExisting = choice
        let enrolled = try await guest.finish(answer)
        #expect(try await guest.enrolledUser.passkeys().map(\.id) == [enrolled.passkey.id])
    }

    @Test("an account with twenty passkeys gets no other if what an invitation removes is to be kept")
    func keepingLeavesNoRoom() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture())).with {
            $0.isRemovingExisting = true
        }
        for number in 1..<UInt8(PasskeyManagement.limit) { try await guest.enrolledUser.keep(number) }
        let invitation = try await guest.invite()
        let refused = await code { try await guest.begin(invitation, isRemovingExisting: false) }
        #expect(refused == "sign-in.too-many-passkeys")
        var answer = try guest.answer(try await guest.begin(invitation), with: SoftwareAuthenticator())
        answer.isRemovingExisting = false
        let late = answer
        #expect(await code { try await guest.finish(late) } == "sign-in.too-many-passkeys")
    }

    @Test("a connection without passkeys admits no invitation")
    func passkeysDisabled() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite()
        let without = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = ["authentication_methods": ["passkey": ["enabled": false]]]
            }
        }
        let begin = {
            try await guest.invitations.begin(invitation, at: SignInFixture.host, in: without.configuration)
        }
        #expect(await code(begin) == "sign-in.passkeys-disabled")
    }

    @Test("a connection that is gone admits no invitation")
    func connectionGone() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite()
        let without = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].id = "others"
                documents[index].json["name"] = "others"
            }
        }
        let begin = {
            try await guest.invitations.begin(invitation, at: SignInFixture.host, in: without.configuration)
        }
        #expect(await code(begin) == "sign-in.connection-unknown")
    }

    // MARK: Seals

    @Test("what is no invitation, or of another key, or changed, is none")
    func forged() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let stranger = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let text = try await guest.invite()
        let sessions = [try await guest.begin(text).session, try await guest.enrolledUser.begin().session]
        var bytes = try #require(Base64URL.decode(text))
        bytes[bytes.count / 2] ^= 1
        for forged in ["", "A", try await stranger.invite(), Base64URL.encode(bytes)] + sessions {
            #expect(await code { try await guest.begin(forged) } == "sign-in.invitation.seal-invalid")
        }
    }

    @Test("an invitation is no session")
    func invitationAsSession() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let invitation = try await guest.invite()
        var answer = try guest.answer(try await guest.begin(invitation), with: SoftwareAuthenticator())
        answer.session = invitation
        #expect(await code { try await guest.finish(answer) } == "sign-in.ceremony.seal-invalid")
    }

    @Test("what an invitation began, no client finishes: neither as an enrollment nor as a sign-in")
    func invitationElsewhere() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let answer = try guest.answer(try await guest.begin(try await guest.invite()), with: SoftwareAuthenticator())
        let enrollment = FinishEnrollment.Submission(session: answer.session, response: answer.response)
        #expect(await code { try await guest.enrolledUser.finish(enrollment) } == "sign-in.ceremony.binding-mismatch")
        let nobody = guest.enrolledUser.with { $0.client = Client(id: "", name: "") }
        #expect(await code { try await nobody.finish(enrollment) } == "sign-in.ceremony.purpose-mismatch")
        let signIn = SignInAttempt(session: answer.session, response: [UInt8]("{}".utf8))
        let code = await code { try await Person(at: guest.fixture).finish(signIn) }
        #expect(code == "sign-in.ceremony.binding-mismatch")
    }

    @Test("what a client began, no invitation finishes")
    func enrollmentElsewhere() async throws {
        let guest = Guest(try await EnrolledUser.signedUp(at: try SignInFixture()))
        let enrollment = try guest.enrolledUser.answer(
            try await guest.enrolledUser.begin(), with: SoftwareAuthenticator())
        let answer = Invitations.Submission(
            session: enrollment.session, response: enrollment.response, host: SignInFixture.host)
        #expect(await code { try await guest.finish(answer) } == "sign-in.ceremony.binding-mismatch")
        let nobody = guest.enrolledUser.with { $0.client = Client(id: "", name: "") }
        let forged = Invitations.Submission(
            session: try await nobody.begin().session, response: enrollment.response, host: SignInFixture.host)
        #expect(await code { try await guest.finish(forged) } == "sign-in.ceremony.purpose-mismatch")
    }
}

/// Somebody with an account who was invited.
private struct Guest: Sendable {
    let enrolledUser: EnrolledUser
    var host = SignInFixture.host
    var origin = "https://\(SignInFixture.host)"
    var mutation: ResponseMutation?
    var isRemovingExisting = false

    init(_ enrolledUser: EnrolledUser) {
        self.enrolledUser = enrolledUser
    }

    func with(_ change: (inout Guest) -> Void) -> Guest {
        var copy = self
        change(&copy)
        return copy
    }

    var fixture: SignInFixture { enrolledUser.fixture }
    var invitations: Invitations { Invitations(ceremonies: fixture.ceremonies) }

    func invite(validFor seconds: Int = 3600) async throws -> String {
        var request = Invitations.Request(user: enrolledUser.user.id, host: host, validFor: seconds)
        request.isRemovingExisting = isRemovingExisting
        request.reference = "invitation 1"
        return try await invitations.issue(request).text
    }

    func begin(_ invitation: String, isRemovingExisting: Bool? = nil) async throws -> StartedCeremony<CreationOptions> {
        try await invitations.begin(
            invitation, at: host, isRemovingExisting: isRemovingExisting, in: fixture.configuration)
    }

    func answer(_ started: StartedCeremony<CreationOptions>, with device: SoftwareAuthenticator) throws
        -> Invitations.Submission
    {
        let response = try device.create(optionsJSON: started.options.jsonBytes, origin: origin, mutation: mutation)
        var answer = Invitations.Submission(
            session: started.session, response: CredentialResponse(json: response), host: host)
        answer.userAgent = "Browser 7"
        answer.address = "192.0.2.7"
        answer.reference = "request 7"
        return answer
    }

    func finish(_ answer: Invitations.Submission) async throws -> EnrolledPasskey {
        try await invitations.finish(answer, in: fixture.configuration)
    }

    @discardableResult
    func enroll(with invitation: String) async throws -> EnrolledPasskey {
        try await finish(try answer(try await begin(invitation), with: SoftwareAuthenticator()))
    }
}

extension EnrolledUser {
    fileprivate func leave(_ isBlocked: Bool) async throws {
        if isBlocked { try await change(.blocked(true)) } else { try await moveOut() }
    }
}
