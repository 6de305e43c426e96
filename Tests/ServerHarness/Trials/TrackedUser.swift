// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import WireFormats

/// A user with a record of everything that the server acknowledged, and of requests without a response.
final class TrackedUser {
    let address: String
    let client: String
    var testClient: TestClient
    var account = Presence.absent
    var keys: [TrackedKey] = []

    /// The refresh token to use next, `nil` if it is not known for certain.
    var token: String?
    /// The passkey that opened the token's family.
    var opener: TrackedKey?
    /// Whether a use of the token got no response.
    var isUseOfTokenUnknown = false
    /// The last use that got a response.
    var lastUse: (used: String, successor: String, at: ContinuousClock.Instant)?
    /// Tokens whose revocation was acknowledged.
    var revoked: [String] = []
    /// Tokens whose revocation got no response.
    var possiblyRevoked: [String] = []

    /// Sign-up and sign-in submissions that the server has responded to.
    var verified: [TestClient.Submission] = []
    /// A sign-up or sign-in that got no response.
    var pendingSubmission: TestClient.Submission?
    var enrolled: [TestClient.Submission] = []
    var pendingEnrollment: TestClient.Submission?
    var usedAssertions: [String] = []
    var pendingAssertion: String?

    /// The number of requests for a mail that were acknowledged.
    var requestedMails = 0
    /// The number of those that got no response.
    var possiblyRequestedMails = 0

    /// The codes that were asked for.
    var codes: [TrackedCode] = []
    /// Where mail arrives.
    let relay: TestMailServer

    init(_ wire: WireClient, address: String, client: String, relay: TestMailServer) {
        self.relay = relay
        self.address = address
        self.client = client
        testClient = TestClient(wire, address: address, client: client)
    }

    /// Continues over another connection.
    func connect(_ wire: WireClient) {
        let tokens = testClient.tokens
        testClient = TestClient(wire, address: address, client: client)
        testClient.tokens = tokens
    }

    var presentKeys: [TrackedKey] { keys.filter { $0.presence == .present } }

    /// Sends a request, and records its client assertion as used if there is a response, otherwise as pending.
    func recordingAssertion<Value>(_ body: () throws -> Value) throws -> Value {
        let before = testClient.lastAssertion
        do {
            let value = try body()
            if let assertion = testClient.lastAssertion, assertion != before { usedAssertions.append(assertion) }
            return value
        } catch {
            if let assertion = testClient.lastAssertion, assertion != before { pendingAssertion = assertion }
            throw error
        }
    }
}

/// A contradiction between what a server acknowledged and what it returns now.
struct Contradiction: Error, CustomStringConvertible {
    let description: String

    init(_ text: String, by user: TrackedUser) {
        description = "\(user.address) (\(user.client)): \(text)"
    }
}
