// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import IdentityModel
import SoftwareAuthenticator
import Testing
import WireFormats

/// What becomes of stored things when the machine's clock jumps.
struct ClockWireTests {
    private static let jumps: [Int64] = [30, 301, 3600, 86_400, 60 * 86_400]

    /// Runs the housekeeping as the server does.
    private func keepHouse(_ place: Place) async throws {
        let clock = try #require(place.services.expiryClock)
        _ = try await ExpiredRecords(storage: place.storage, clock: clock).remove()
    }

    @Test(arguments: jumps)
    func `an answer that was used stays used when the clock jumps ahead and returns`(seconds: Int64) async throws {
        let place = try await Place()
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        let begun = try await visitor.beginSignIn()
        let message = visitor.exchange(begun.session, try visitor.signed(begun))
        try await place.send(message).require(200)
        for step in [seconds, -seconds] {
            place.clock.jump(seconds: step)
            try await keepHouse(place)
        }
        #expect(try await place.send(message).code == "sign-in.ceremony.already-taken")
    }

    @Test(arguments: jumps)
    func `an invitation that was used stays used when the clock jumps ahead and returns`(seconds: Int64) async throws {
        let place = try await Place()
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        let user = try #require(try await place.users().first)
        let invitation = try await place.invite(user.id)
        let challenge = Message.post("/invitation/challenge", ["invitation": .string(invitation)])
        let guest = visitor.with {
            $0.device = SoftwareAuthenticator(profile: .googlePasswordManager)
            $0.origin = "https://\(Place.host)"
        }
        let begun = try Visitor.Begun(try await place.send(challenge).require(200))
        var answer = guest.enrolment(begun, try guest.created(begun))
        answer.path = "/invitation/verify"
        try await place.send(answer).require(201)
        for step in [seconds, -seconds] {
            place.clock.jump(seconds: step)
            try await keepHouse(place)
        }
        #expect(try await place.send(challenge).code == "sign-in.invitation.already-taken")
    }

    @Test(arguments: jumps)
    func `who is signed in stays so while the clock is ahead, and after`(seconds: Int64) async throws {
        let place = try await Place()
        let visitor = Visitor(at: place)
        var token = try await visitor.signUp().require(200).text("refresh_token")
        for step in [seconds, -seconds] {
            place.clock.jump(seconds: step)
            try await keepHouse(place)
            token = try await visitor.refresh(token).require(200).text("refresh_token")
        }
    }

    @Test func `what has expired is removed once it has been so for longer than the grace`() async throws {
        let place = try await Place()
        let visitor = Visitor(at: place)
        try await visitor.signUp().require(200)
        let begun = try await visitor.beginSignIn()
        let response = try visitor.signed(begun)
        try await visitor.finish(begun.session, response).require(200)
        let clock = try #require(place.services.expiryClock)
        let records = ExpiredRecords(storage: place.storage, clock: clock)
        place.clock.advance(seconds: 300 + ExpiryClock.grace)
        #expect(try await records.remove() == 0)
        place.clock.advance(seconds: 1)
        #expect(try await records.remove() == 2)
    }
}
