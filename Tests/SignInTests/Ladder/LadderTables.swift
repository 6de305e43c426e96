// SPDX-License-Identifier: Apache-2.0

import Foundation
import SignIn
import WireFormats

/// What the model allows in the states that it visits, as `ladder-tables.py` prints it.
struct LadderTables: Decodable {
    /// Sets of moves, and lists of proofs, that states name by their index.
    let moves: [Set<String>]
    let proofs: [[String]]
    let states: [State]

    struct State: Decodable {
        let setting: String
        let ways: [String]?
        let unsettled: [String: Int]?
        let first: Bool?
        let added: [String: Added]?
        let requests: [String: Int]?
        let against: [String: Int]?
        let made: [String: Int]?
        let sessions: [String: Int]?
        let proofs: Int
        let moves: [Int]
    }

    /// A passkey that a side has added: the way, unless it is confirmed, and the halves of the delay until it settles.
    struct Added: Decodable {
        let way: String?
        let left: Int
    }

    /// The tables of a trial.
    private static let named = ProcessInfo.processInfo.environment["THUMBTURN_LADDER_TABLES"] ?? ""
    static let isTrial = !named.isEmpty

    /// Reads the tables of the trial, or those next to this file.
    static func read() throws -> LadderTables {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "ladder-tables.json")
        return try JSONDecoder().decode(
            LadderTables.self, from: Data(contentsOf: isTrial ? URL(filePath: named) : file))
    }
}

/// A state of the model that has a name which the product doesn't know.
struct UnknownName: Error {
    let name: String
}

extension LadderTables.State {
    static let now = Timestamp(secondsSince1970: 1_900_000_000)
    static let half: Int64 = 36 * 3600
    /// The session of the way that the model calls a browser.
    static let browser = Ladder.Session(id: "browser", openedAt: time(halves: -20))
    /// The session of the proof "password and its session".
    static func passwordSession(halves: Int) -> Ladder.Session {
        Ladder.Session(id: "proof", openedAt: time(halves: -halves), openedBy: [.password])
    }

    static func time(halves: Int) -> Timestamp {
        Timestamp(secondsSince1970: now.secondsSince1970 + Int64(halves) * half)
    }

    /// The product's value for the state.
    func account() throws -> Ladder.Account {
        var account = Ladder.Account(ways: Set(try (ways ?? []).map(way)))
        switch setting {
        case "wait": break
        case "at once": account.policy.resetsPasswordAtOnce = true
        case "mail signs in": account.policy.signingIn.formUnion([.mail, .phone])
        default: throw UnknownName(name: setting)
        }
        account.unconfirmedUntil = try byWay(unsettled).mapValues { Self.time(halves: $0) }
        account.passkeys = try passkeys()
        for (asking, left) in try byWay(requests) {
            account.requests[asking] = Ladder.Request(
                askedAt: Self.time(halves: left - 2), grantsAt: Self.time(halves: left),
                session: asking == .browser ? Self.browser.id : nil)
        }
        account.objections = try objections()
        account.sessions = try byWay(sessions).map { opener, halves in
            Ladder.Session(id: "opened by \(opener)", openedAt: Self.time(halves: -halves), openedBy: [opener])
        }
        return account
    }

    private func passkeys() throws -> [Ladder.Passkey] {
        let first = first == true ? [Ladder.Passkey(id: "first", status: .settled)] : []
        return try first
            + (added ?? [:]).map { side, passkey in
                let until = Self.time(halves: passkey.left)
                let status: Ladder.Passkey.Status =
                    try passkey.way.map { .unconfirmed(by: try way($0), until: until) } ?? .confirmed(until: until)
                return Ladder.Passkey(id: side, status: status)
            }
    }

    /// The model counts objections against a way and those that a way has made apart. A weak one counts in both, a
    /// strong one twice against the way.
    private func objections() throws -> [Ladder.Objection] {
        var makers = try byWay(made).flatMap { Array(repeating: $0.key, count: $0.value) }[...]
        var objections: [Ladder.Objection] = []
        for (accused, count) in try byWay(against).sorted(by: { $0.value < $1.value }) {
            let isWeak = count == 1 || makers.count > 1
            let objectors = isWeak ? makers.prefix(count).map(Ladder.Objector.way) : [.confirmed]
            makers = makers.dropFirst(isWeak ? count : 0)
            guard !objectors.isEmpty else { throw UnknownName(name: "an objection by nobody") }
            objections += objectors.map { Ladder.Objection(by: $0, against: accused, at: Self.time(halves: -1)) }
        }
        return objections
            + makers.map { Ladder.Objection(by: .way($0), against: nil, at: Self.time(halves: -1)) }
    }

    private func byWay(_ values: [String: Int]?) throws -> [Ladder.Way: Int] {
        try Dictionary(uniqueKeysWithValues: (values ?? [:]).map { (try way($0), $1) })
    }

    private func way(_ name: String) throws -> Ladder.Way {
        guard let way = Ladder.Way.named[name] else { throw UnknownName(name: name) }
        return way
    }
}

extension Ladder.Way {
    static let named: [String: Ladder.Way] = [
        "password": .password, "mail": .mail, "phone": .phone, "browser": .browser, "saved code": .savedCodes,
        "device key": .deviceKey,
    ]

    var name: String { Self.named.first { $0.value == self }?.key ?? "" }
}
