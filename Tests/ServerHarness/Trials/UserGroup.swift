// SPDX-License-Identifier: Apache-2.0

import TestSupport

/// The users of one thread of a crash trial.
final class UserGroup: @unchecked Sendable {
    private let name: String
    private let relay: TestMailServer
    private var randomness: SeededGenerator
    private(set) var users: [TrackedUser] = []
    /// The users with an action since the last audit.
    private var active: [TrackedUser] = []
    private(set) var contradictions: [String] = []
    private(set) var acknowledged = 0

    init(_ name: String, seed: UInt64, relay: TestMailServer) {
        self.name = name
        self.relay = relay
        randomness = SeededGenerator(seed: seed)
    }

    /// Performs actions until the connection is lost, and reports each one that got a response.
    func work(at port: UInt16, onResponse: () -> Void) {
        do {
            let wire = try WireClient(port: port)
            while true {
                let user = nextUser(wire)
                try user.performAction(using: &randomness)
                acknowledged += 1
                onResponse()
            }
        } catch is WireFailure {
            // The server was killed.
        } catch {
            contradictions.append("\(error)")
        }
    }

    /// Audits the active users, or all of them.
    func audit(at port: UInt16, includingIdle: Bool) {
        var wire: WireClient?
        for user in includingIdle ? users : active {
            do {
                let present = try wire ?? WireClient(port: port)
                wire = present
                user.connect(present)
                try user.audit()
            } catch {
                contradictions.append("\(error)")
                wire = nil
            }
        }
        active = []
    }

    /// Enters the codes that nobody has entered, once all mail has arrived.
    func auditCodes(at port: UInt16) {
        do {
            let wire = try WireClient(port: port)
            for user in users where !user.codes.isEmpty {
                user.connect(wire)
                try user.auditOpenCodes()
            }
        } catch {
            contradictions.append("\(error)")
        }
    }

    private func nextUser(_ wire: WireClient) -> TrackedUser {
        let isFirst = users.isEmpty || UInt64.random(in: 0..<12, using: &randomness) == 0
        let user: TrackedUser
        if isFirst {
            let clients = [
                HarnessConfiguration.web, HarnessConfiguration.web, HarnessConfiguration.native,
                HarnessConfiguration.service,
            ]
            user = TrackedUser(
                wire, address: "\(name)-\(users.count)@example.org",
                client: clients.randomElement(using: &randomness) ?? HarnessConfiguration.web, relay: relay)
            users.append(user)
        } else {
            user = users.suffix(6).randomElement(using: &randomness) ?? users[0]
        }
        user.connect(wire)
        if !active.contains(where: { $0 === user }) { active.append(user) }
        return user
    }
}
