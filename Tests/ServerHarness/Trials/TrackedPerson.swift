// SPDX-License-Identifier: Apache-2.0

import Foundation
import SoftwareAuthenticator
import WireFormats

/// Somebody who remembers everything that the server has acknowledged, and what it has not answered.
final class TrackedPerson {
    let address: String
    let client: String
    var testClient: TestClient
    var account = Certainty.absent
    var keys: [TrackedKey] = []

    /// The refresh token that is to be used next; nil when there is none that is certain to be known.
    var token: String?
    /// The passkey that opened its family, which ends with it.
    var opener: TrackedKey?
    /// Whether a use of it was not answered.
    var isUseOfTokenUnknown = false
    /// The last use that was answered: the token, its successor, and when.
    var lastUse: (used: String, successor: String, at: ContinuousClock.Instant)?
    /// Tokens whose end was acknowledged.
    var revoked: [String] = []
    /// The end of these was asked for and not answered.
    var perhapsRevoked: [String] = []

    /// Ceremonies whose answer was judged, and the key they were about.
    var judged: [TestClient.Answer] = []
    /// A sign-up or sign-in that was not answered.
    var unanswered: TestClient.Answer?
    var enrolled: [TestClient.Answer] = []
    var unansweredEnrollment: TestClient.Answer?
    var usedAssertions: [String] = []
    var unansweredAssertion: String?

    init(_ wire: WireClient, address: String, client: String) {
        self.address = address
        self.client = client
        testClient = TestClient(wire, address: address, client: client)
    }

    /// Goes on over another connection; what is remembered stays.
    func connect(_ wire: WireClient) {
        let tokens = testClient.tokens
        testClient = TestClient(wire, address: address, client: client)
        testClient.tokens = tokens
    }

    var presentKeys: [TrackedKey] { keys.filter { $0.presence == .present } }

    /// Runs a request of which it is known only with its answer whether its client assertion was used up.
    func noting<Value>(_ body: () throws -> Value) throws -> Value {
        let before = testClient.lastAssertion
        do {
            let value = try body()
            if let assertion = testClient.lastAssertion, assertion != before { usedAssertions.append(assertion) }
            return value
        } catch {
            if let assertion = testClient.lastAssertion, assertion != before { unansweredAssertion = assertion }
            throw error
        }
    }
}

/// A contradiction between what a server had acknowledged and what it says now.
struct Contradiction: Error, CustomStringConvertible {
    let description: String

    init(_ person: TrackedPerson, _ text: String) {
        description = "\(person.address) (\(person.client)): \(text)"
    }
}
