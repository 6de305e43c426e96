// SPDX-License-Identifier: Apache-2.0

import ClientContract
import SoftwareAuthenticator
import TestSupport
import WireFormats

/// The actions of a user. Before each request that changes something, its effect is recorded as unknown; its response
/// makes it certain.
extension TrackedUser {
    /// Performs a random action among those that are possible.
    func performAction(using randomness: inout SeededGenerator) throws {
        guard account == .present, !presentKeys.isEmpty else { return try signUp(&randomness) }
        guard testClient.tokens != nil, token != nil else { return try signIn(&randomness) }
        switch UInt64.random(in: 0..<28, using: &randomness) {
        case 0..<7: try signIn(&randomness)
        case 7..<12: try refresh()
        case 12..<14: try enroll(&randomness)
        case 14..<17: try rename(&randomness)
        case 17..<19: try remove(&randomness)
        case 19..<21: try requestMail()
        case 21..<23: try askForCode(.signUp)
        case 23: try askForCode(.address)
        case 24..<27: try enterCode(using: &randomness)
        default: try revoke()
        }
    }

    private func requestMail() throws {
        // The account has another address then, or will have.
        guard !codes.contains(where: { $0.purpose == .address }) else { return }
        possiblyRequestedMails += 1
        let response = try testClient.post(
            "/dbconnections/change_password",
            members: ["client_id": .string(client), "connection": "People", "email": .string(address)])
        guard response.status == 200 else { throw Contradiction("no mail can be requested: \(response)", by: self) }
        possiblyRequestedMails -= 1
        requestedMails += 1
    }

    private func signUp(_ randomness: inout SeededGenerator) throws {
        let key = TrackedKey(Self.device(&randomness), presence: .unknown)
        let started = try recordingAssertion { try testClient.beginSignUp() }
        let submission = try testClient.create(started, with: key.device)
        keys.append(key)
        account = .unknown
        try finish(submission, by: key)
        account = .present
        key.presence = .present
    }

    private func signIn(_ randomness: inout SeededGenerator) throws {
        guard let key = presentKeys.randomElement(using: &randomness) else { return }
        let started = try recordingAssertion { try testClient.beginSignIn() }
        try finish(try testClient.get(started, with: key.device), by: key)
    }

    private func finish(_ submission: TestClient.Submission, by key: TrackedKey) throws {
        pendingSubmission = submission
        let response = try recordingAssertion { try testClient.finish(submission) }
        pendingSubmission = nil
        verified.append(submission)
        try begin(with: response, by: key)
    }

    /// Begins a new token family.
    func begin(with response: WireResponse, by key: TrackedKey) throws {
        guard response.status == 200 else { throw Contradiction("the sign-in is rejected: \(response)", by: self) }
        token = try testClient.keep(response).refreshToken
        opener = key
        lastUse = nil
    }

    private func refresh() throws {
        guard let used = token else { return }
        isUseOfTokenUnknown = true
        let response = try recordingAssertion { try testClient.refresh(used) }
        isUseOfTokenUnknown = false
        guard response.status == 200, let tokens = response.json.flatMap(TokenAnswer.init),
            let successor = tokens.refreshToken
        else { throw Contradiction("the refresh token is rejected: \(response)", by: self) }
        testClient.tokens?.accessToken = tokens.accessToken
        lastUse = (used, successor, .now)
        token = successor
    }

    private func revoke() throws {
        guard let revoked = token else { return }
        token = nil
        possiblyRevoked = [revoked]
        let response = try recordingAssertion { try testClient.revoke(revoked) }
        possiblyRevoked = []
        guard response.status == 200 else { throw Contradiction("the token can't be revoked: \(response)", by: self) }
        self.revoked.append(revoked)
        lastUse = nil
    }

    private func enroll(_ randomness: inout SeededGenerator) throws {
        guard keys.filter({ $0.presence != .absent }).count < 5,
            let started = try testClient.beginEnrollmentIfAllowed()
        else { return }
        let key = TrackedKey(Self.device(&randomness), presence: .unknown)
        let submission = try testClient.create(started, with: key.device)
        keys.append(key)
        pendingEnrollment = submission
        let response = try testClient.finishEnrollment(submission)
        pendingEnrollment = nil
        enrolled.append(submission)
        guard response.status == 201 else { throw Contradiction("the passkey is rejected: \(response)", by: self) }
        key.presence = .present
        key.id = response.text("id")
    }

    private func rename(_ randomness: inout SeededGenerator) throws {
        guard let key = try listed(presentKeys.randomElement(using: &randomness)), let id = key.id else { return }
        let name = "Name \(randomness.next() % 1_000_000)"
        key.names.append(name)
        let response = try testClient.rename(id, to: name)
        guard response.status == 200 else { throw Contradiction("the passkey can't be renamed: \(response)", by: self) }
        key.names = [name]
    }

    private func remove(_ randomness: inout SeededGenerator) throws {
        guard presentKeys.count > 1, let key = try listed(presentKeys.randomElement(using: &randomness)),
            let id = key.id
        else { return }
        key.presence = .unknown
        let ended = key === opener ? token : nil
        if let ended { (possiblyRevoked, token, lastUse) = ([ended], nil, nil) }
        // The removal revokes the access token, whether or not its response arrives.
        defer { testClient.tokens = nil }
        let response = try testClient.remove(id)
        // The ladder: what was just added removes nothing, and the only settled passkey stays.
        if ["sign-in.confirmation-required", "sign-in.last-settled-passkey"].contains(response.code) {
            key.presence = .present
            possiblyRevoked = []
            return
        }
        guard response.status == 204 else { throw Contradiction("the passkey can't be removed: \(response)", by: self) }
        key.presence = .absent
        possiblyRevoked = []
        if let ended { revoked.append(ended) }
    }

    /// Returns the key with its ID in the My Account API.
    private func listed(_ key: TrackedKey?) throws -> TrackedKey? {
        guard let key, key.id == nil else { return key }
        key.id = try passkeys()[key.credentialID ?? ""]?.id
        return key
    }

    /// Returns the listed passkeys by credential ID.
    func passkeys() throws -> [String: AuthenticationMethodAnswer] {
        let response = try testClient.list()
        guard response.status == 200, let list = response.json.flatMap(PasskeyListAnswer.init) else {
            throw Contradiction("the passkeys are not listed: \(response)", by: self)
        }
        return Dictionary(
            list.passkeys.map { (Base64URL.encode($0.credentialID), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns a random device, which may have a signature counter.
    private static func device(_ randomness: inout SeededGenerator) -> SoftwareAuthenticator {
        let profiles: [AuthenticatorProfile] = [.iCloudKeychain, .legacyDeviceBound, .googlePasswordManager]
        return SoftwareAuthenticator(profile: profiles.randomElement(using: &randomness) ?? .iCloudKeychain)
    }
}
