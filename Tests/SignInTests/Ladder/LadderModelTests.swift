// SPDX-License-Identifier: Apache-2.0

import SignIn
import Testing

/// The ladder against the tables of its model.
struct LadderModelTests {
    @Test
    func `allows in every state and with every proof exactly what the model allows`() throws {
        let tables = try LadderTables.read()
        var compared = 0
        var differences: [String] = []
        for state in tables.states {
            let account = try state.account()
            for (proof, index) in zip(tables.proofs[state.proofs], state.moves) {
                let moves = Ladder.moves(in: account, by: try Self.proof(proof, in: account), at: State.now)
                let names = Set(moves.compactMap { Self.name(of: $0, with: proof) })
                var expected = tables.moves[index]
                // The product lets a recent session do this always, not only where the thief has a session.
                if proof == "recent session" && !account.settledPasskeys(at: State.now).isEmpty {
                    expected.insert("signs out everywhere else")
                }
                compared += 1
                guard names != expected else { continue }
                differences.append(
                    """
                    \(proof): allowed, not by the model: \(names.subtracting(expected).sorted()); \
                    by the model alone: \(expected.subtracting(names).sorted()); \(state)
                    """)
            }
        }
        #expect(differences.isEmpty, "\(differences.prefix(3).joined(separator: "\n"))")
        #expect(compared > 10_000)
        guard LadderTables.isTrial else { return }
        print("ladder: compared \(tables.states.count) states with \(compared) proofs, \(differences.count) differ")
    }

    @Test
    func `tables have every name that the model knows`() throws {
        #expect(try LadderTables.read().moves.reduce(into: []) { $0.formUnion($1) } == Self.everyName)
    }
}

extension LadderModelTests {
    private typealias State = LadderTables.State

    private static let everyName = Set(
        [
            "signs in", "adds a passkey in a session", "enrolls after the delay", "enrolls at once by passkey",
            "enrolls at once by two kinds", "enrolls at once by the administrator's code", "asks",
            "takes away the passkey added by the owner", "takes away the passkey added by the attacker",
            "removes the first passkey", "changes the password by itself", "resets the password",
            "stops the new password", "signs out everywhere else", "ends the younger sessions",
        ]
            + Ladder.Way.named.keys.flatMap {
                ["cancels the request by \($0)", "cancels for good the request by \($0)"]
            }
            + ["password", "mail", "phone", "saved code"].map { "replaces the \($0)" })

    /// The product's proof for one of the model.
    private static func proof(_ name: String, in account: Ladder.Account) throws -> Ladder.Proof {
        switch name {
        case "passkey": return .passkey("first")
        case "removed passkey": return .passkey("removed")
        case "administrator's code": return .administratorsCode
        case "recent session":
            let passkey = account.settledPasskeys(at: State.now).first?.id
            // Without a passkey, the model's recent session is the old one.
            let session = Ladder.Session(
                id: State.browser.id, openedAt: passkey == nil ? State.browser.openedAt : State.now, passkey: passkey)
            return .ways([], session: session, isRecent: true)
        case "password and its session": return .ways([.password], session: State.passwordSession(halves: 0))
        case "password and its session, a delay old":
            // The tables take it for a browser, which the model has older than every session of the state.
            return .ways([.password], session: State.passwordSession(halves: 3))
        default: break
        }
        let ways = try name.split(separator: " + ").map { part in
            guard let way = Ladder.Way.named[String(part)] else { throw UnknownName(name: name) }
            return way
        }
        return .ways(Set(ways).subtracting([.browser]), session: ways.contains(.browser) ? State.browser : nil)
    }

    /// The model's name of a move, or `nil` for a move that it leaves out.
    private static func name(of move: Ladder.Move, with proof: String) -> String? {
        switch move {
        case .removePasskey where proof == "recent session": nil
        case .signIn: "signs in"
        case .enrollSettled: "enrolls at once by passkey"
        case .enrollConfirmed:
            proof == "administrator's code"
                ? "enrolls at once by the administrator's code" : "enrolls at once by two kinds"
        case .enrollUnconfirmed: "adds a passkey in a session"
        case .enrollAfterDelay: "enrolls after the delay"
        case .ask: "asks"
        case .cancelRequest(let way, .confirmed): "cancels for good the request by \(way.name)"
        case .cancelRequest(let way, .way), .cancelRequest(let way, .replaced): "cancels the request by \(way.name)"
        case .undoPasskey(let id, _), .removePasskey(let id):
            id == "first" ? "removes the first passkey" : "takes away the passkey added by the \(id)"
        case .stopPassword: "stops the new password"
        case .replace(let way): "replaces the \(way.name)"
        case .changePassword: "changes the password by itself"
        case .resetPassword: "resets the password"
        case .signOutEverywhereElse, .endLaterSessions: "signs out everywhere else"
        case .endYoungSessions: "ends the younger sessions"
        case .setFirstPassword, .removePassword, .disablePassword, .enablePassword: nil
        }
    }
}
