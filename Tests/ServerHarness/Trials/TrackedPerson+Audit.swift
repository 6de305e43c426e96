// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

/// What has to hold after a server was killed and started again. Whatever was not answered may be either way, and is
/// found out on the way; from then on it has to stay so.
extension TrackedPerson {
    func audit() throws {
        guard account != .absent else { return }
        try auditUnanswered()
        try auditReplays()
        try auditTokens()
        try auditKeys()
    }

    // MARK: - Ceremonies

    /// Sent a second time, what was not answered has at most one effect; sent a third time, none.
    private func auditUnanswered() throws {
        if let answer = unanswered {
            _ = try refusedOrAccepted(try testClient.finish(answer), by: 200)
            judged.append(answer)
            unanswered = nil
            token = nil
            isUseOfTokenUnknown = false
        }
        if account == .unknown {
            account = .present
            keys.first?.presence = .present
        }
        try signInAgain()
        if let answer = unansweredEnrollment {
            _ = try refusedOrAccepted(try testClient.finishEnrollment(answer), by: 201)
            enrolled.append(answer)
            unansweredEnrollment = nil
            keys.last?.presence = .present
        }
    }

    private func refusedOrAccepted(_ response: WireResponse, by status: Int) throws -> Bool {
        if response.status == status { return true }
        guard [400, 403].contains(response.status) else {
            throw Contradiction(self, "an answer sent again is neither accepted nor refused: \(response)")
        }
        return false
    }

    private func auditReplays() throws {
        for answer in judged {
            let response = try testClient.finish(answer)
            guard response.status == 403 else { throw Contradiction(self, "a sign-in is accepted twice: \(response)") }
        }
        for answer in enrolled {
            let response = try testClient.finishEnrollment(answer)
            guard response.status == 400 else { throw Contradiction(self, "a passkey is accepted twice: \(response)") }
        }
        if let assertion = unansweredAssertion {
            _ = try testClient.wire.send(
                WireRequest("POST", "/passkey/challenge", json: .object(TestClient.credentials(assertion: assertion))))
            usedAssertions.append(assertion)
            unansweredAssertion = nil
        }
        for assertion in usedAssertions {
            let response = try testClient.wire.send(
                WireRequest("POST", "/passkey/challenge", json: .object(TestClient.credentials(assertion: assertion))))
            guard response.status == 401, response.code == "oauth.client-assertion-replayed" else {
                throw Contradiction(self, "a client assertion is accepted twice: \(response)")
            }
        }
        judged = []
        enrolled = []
        usedAssertions = []
    }

    // MARK: - Tokens

    private var isForgiving: Bool { client == HarnessConfiguration.native }

    private func auditTokens() throws {
        for token in revoked { try expectRefused(token, "a revoked refresh token") }
        for token in perhapsRevoked {
            _ = try refusedOrAccepted(try testClient.refresh(token), by: 200)
            _ = try testClient.revoke(token)
            try expectRefused(token, "a refresh token that was revoked again")
        }
        revoked = []
        perhapsRevoked = []
        guard let present = token else { return }
        let first = try testClient.refresh(present)
        let isAccepted = try refusedOrAccepted(first, by: 200)
        if !isAccepted, isForgiving || !isUseOfTokenUnknown {
            throw Contradiction(self, "the refresh token is lost: \(first)")
        }
        isUseOfTokenUnknown = false
        guard isAccepted, let successor = first.text("refresh_token") else {
            token = nil
            return try signInAgain()
        }
        try isForgiving ? auditLeeway(present, successor) : auditReuse(present, successor)
        lastUse = nil
    }

    /// Within the leeway a used token gives the same successor again, but not once that was used too.
    private func auditLeeway(_ present: String, _ successor: String) throws {
        let response = try testClient.refresh(present)
        guard response.text("refresh_token") == successor else {
            throw Contradiction(self, "a used refresh token has another successor: \(response)")
        }
        token = successor
        guard let use = lastUse else { return }
        try expectRefused(use.used, "a refresh token two generations old")
        try expectRefused(successor, "a refresh token of a family that was used twice")
        token = nil
        try signInAgain()
    }

    /// A used token is refused, and its family with it.
    private func auditReuse(_ present: String, _ successor: String) throws {
        try expectRefused(lastUse?.used ?? present, "a used refresh token")
        try expectRefused(successor, "a refresh token of a family that was used twice")
        token = nil
        try signInAgain()
    }

    private func expectRefused(_ token: String, _ what: String) throws {
        let response = try testClient.refresh(token)
        guard response.status == 403 else { throw Contradiction(self, "\(what) is accepted: \(response)") }
    }

    // MARK: - Passkeys

    private func auditKeys() throws {
        let listed = try passkeys()
        for key in keys where key.presence == .unknown {
            key.presence = listed[key.credentialID ?? ""] == nil ? .absent : .present
        }
        let expected = Set(presentKeys.compactMap(\.credentialID))
        guard Set(listed.keys) == expected else {
            throw Contradiction(self, "the passkeys are \(listed.keys.sorted()) and not \(expected.sorted())")
        }
        for key in presentKeys {
            let name = listed[key.credentialID ?? ""]?["name"]?.stringValue
            guard key.names.contains(name) else {
                throw Contradiction(self, "a passkey is called \(name ?? "nothing") and not \(key.names)")
            }
            key.names = [name]
            if key.counts { try expectRefused(signInWith: key, .counterRepeated, "a counter that goes back") }
            let response = try testClient.finish(try testClient.get(try testClient.beginSignIn(), with: key.device))
            try begin(with: response, by: key)
        }
        for key in keys where key.presence == .absent && key.credentialID != nil {
            try expectRefused(signInWith: key, nil, "a passkey that was removed")
        }
    }

    private func expectRefused(signInWith key: TrackedKey, _ mutation: ResponseMutation?, _ what: String) throws {
        let answer = try testClient.get(try testClient.beginSignIn(), with: key.device, mutation: mutation)
        let response = try testClient.finish(answer)
        guard response.status == 403 else { throw Contradiction(self, "\(what) is accepted: \(response)") }
    }

    /// Any passkey that is certain to be there has to open the account.
    private func signInAgain() throws {
        guard token == nil, let key = presentKeys.first else { return }
        let answer = try testClient.get(try testClient.beginSignIn(), with: key.device)
        try begin(with: try testClient.finish(answer), by: key)
    }
}
