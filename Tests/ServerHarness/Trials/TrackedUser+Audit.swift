// SPDX-License-Identifier: Apache-2.0

import ClientContract
import SoftwareAuthenticator

/// The checks after a server was killed and restarted. The effect of a request without a response is determined here;
/// from then on it must not change.
extension TrackedUser {
    func audit() throws {
        guard account != .absent else { return }
        if testClient.tokens == nil { try signInAgain() }
        try auditPendingSubmissions()
        try auditReplays()
        try auditTokens()
        try auditKeys()
        try auditCodes()
    }

    // MARK: - Ceremonies

    /// Repeats requests without a response: the first repetition has at most one effect, the second has none.
    private func auditPendingSubmissions() throws {
        if let submission = pendingSubmission {
            _ = try isAccepted(try testClient.finish(submission), by: 200)
            verified.append(submission)
            pendingSubmission = nil
            token = nil
            isUseOfTokenUnknown = false
        }
        if account == .unknown {
            account = .present
            keys.first?.presence = .present
        }
        try signInAgain()
        if let submission = pendingEnrollment {
            _ = try isAccepted(try testClient.finishEnrollment(submission), by: 201)
            enrolled.append(submission)
            pendingEnrollment = nil
            keys.last?.presence = .present
        }
    }

    private func isAccepted(_ response: WireResponse, by status: Int) throws -> Bool {
        if response.status == status { return true }
        guard [400, 403].contains(response.status) else {
            throw Contradiction("a repeated submission is neither accepted nor rejected: \(response)", by: self)
        }
        return false
    }

    private func auditReplays() throws {
        for submission in verified {
            let response = try testClient.finish(submission)
            guard response.status == 403 else {
                throw Contradiction("a sign-in is accepted twice: \(response)", by: self)
            }
        }
        for submission in enrolled {
            let response = try testClient.finishEnrollment(submission)
            guard response.status == 400 else {
                throw Contradiction("a passkey is accepted twice: \(response)", by: self)
            }
        }
        if let assertion = pendingAssertion {
            _ = try testClient.beginSignIn(asserting: assertion)
            usedAssertions.append(assertion)
            pendingAssertion = nil
        }
        for assertion in usedAssertions {
            let response = try testClient.beginSignIn(asserting: assertion)
            guard response.status == 401, response.code == "oauth.client-assertion-replayed" else {
                throw Contradiction("a client assertion is accepted twice: \(response)", by: self)
            }
        }
        verified = []
        enrolled = []
        usedAssertions = []
    }

    // MARK: - Tokens

    private var hasLeeway: Bool { client == HarnessConfiguration.native }

    private func auditTokens() throws {
        for token in revoked { try expectRejected(token, as: "a revoked refresh token") }
        for token in possiblyRevoked {
            _ = try isAccepted(try testClient.refresh(token), by: 200)
            _ = try testClient.revoke(token)
            try expectRejected(token, as: "a refresh token that was revoked again")
        }
        revoked = []
        possiblyRevoked = []
        guard let present = token else { return }
        let first = try testClient.refresh(present)
        let isAccepted = try isAccepted(first, by: 200)
        if !isAccepted, hasLeeway || !isUseOfTokenUnknown {
            throw Contradiction("the refresh token is lost: \(first)", by: self)
        }
        isUseOfTokenUnknown = false
        guard isAccepted, let successor = first.text("refresh_token") else {
            token = nil
            return try signInAgain()
        }
        try hasLeeway ? auditLeeway(present, successor: successor) : auditReuse(present, successor: successor)
        lastUse = nil
    }

    /// Within the leeway, a used token gives the same successor until that is used too.
    private func auditLeeway(_ present: String, successor: String) throws {
        let response = try testClient.refresh(present)
        guard response.text("refresh_token") == successor else {
            throw Contradiction("a used refresh token has another successor: \(response)", by: self)
        }
        token = successor
        guard let use = lastUse else { return }
        try expectRejected(use.used, as: "a refresh token two generations old")
        try expectRejected(successor, as: "a refresh token of a family that was used twice")
        token = nil
        try signInAgain()
    }

    /// A used token is rejected, and its family is revoked.
    private func auditReuse(_ present: String, successor: String) throws {
        try expectRejected(lastUse?.used ?? present, as: "a used refresh token")
        try expectRejected(successor, as: "a refresh token of a family that was used twice")
        token = nil
        try signInAgain()
    }

    private func expectRejected(_ token: String, as what: String) throws {
        let response = try testClient.refresh(token)
        guard response.status == 403 else { throw Contradiction("\(what) is accepted: \(response)", by: self) }
    }

    // MARK: - Passkeys

    private func auditKeys() throws {
        let listed = try passkeys()
        for key in keys where key.presence == .unknown {
            key.presence = listed[key.credentialID ?? ""] == nil ? .absent : .present
        }
        let expected = Set(presentKeys.compactMap(\.credentialID))
        guard Set(listed.keys) == expected else {
            throw Contradiction("the passkeys are \(listed.keys.sorted()) and not \(expected.sorted())", by: self)
        }
        for key in presentKeys {
            let name = listed[key.credentialID ?? ""]?.name
            guard key.names.contains(name) else {
                throw Contradiction("a passkey is called \(name ?? "nothing") and not \(key.names)", by: self)
            }
            key.names = [name]
            if key.counts {
                try expectRejected(signInWith: key, mutation: .counterRepeated, as: "a counter that goes back")
            }
            let response = try testClient.finish(try testClient.get(try testClient.beginSignIn(), with: key.device))
            try begin(with: response, by: key)
        }
        for key in keys where key.presence == .absent && key.credentialID != nil {
            try expectRejected(signInWith: key, mutation: nil, as: "a passkey that was removed")
        }
    }

    private func expectRejected(signInWith key: TrackedKey, mutation: ResponseMutation?, as what: String) throws {
        let submission = try testClient.get(try testClient.beginSignIn(), with: key.device, mutation: mutation)
        let response = try testClient.finish(submission)
        guard response.status == 403 else { throw Contradiction("\(what) is accepted: \(response)", by: self) }
    }

    /// Signs in with any passkey that is known to exist.
    private func signInAgain() throws {
        guard token == nil || testClient.tokens == nil, let key = presentKeys.first else { return }
        let submission = try testClient.get(try testClient.beginSignIn(), with: key.device)
        try begin(with: try testClient.finish(submission), by: key)
    }
}
