// SPDX-License-Identifier: Apache-2.0

import ClientContract
import TestSupport
import WireFormats

/// Many pairs of names and passwords, as somebody tries them who has the list of another site.
package struct Stuffing: Sendable {
    /// Where the pairs come from.
    package enum Origin: String, CaseIterable, Sendable {
        case address = "one address"
        case network = "1000 addresses of one /16"

        /// Returns the address from which a pair comes.
        func address(of number: Int) -> String {
            switch self {
            case .address: "198.51.100.7"
            case .network: "203.0.\(number % 250).\(1 + number / 250 % 4)"
            }
        }
    }

    struct Pair: Sendable {
        let name: String
        let password: String
        let isRight: Bool
    }

    package struct Outcome: Sendable {
        package var rules = StuffingRules()
        /// How many responses had each status and code.
        package var responses: [String: Int] = [:]
        package var succeeded = 0
        /// Whatever should not have happened.
        package var faults: [String] = []

        mutating func add(_ other: Outcome) {
            rules.add(other.rules)
            responses.merge(other.responses, uniquingKeysWith: +)
            succeeded += other.succeeded
            faults += other.faults
        }
    }

    /// Each has an account, and a password that nobody shares.
    static let users = 500
    /// The names that are tried ten times as often as others.
    static let favorites = 10

    let count: Int
    private let pairs: [Pair]

    /// - Parameter seed: Determines the pairs. One in a hundred is right, and half of the names have an account.
    package init(count: Int, seed: UInt64) {
        var randomness = SeededGenerator(seed: seed)
        self.count = count
        var pairs: [Pair] = []
        for number in 0..<count {
            // The right ones are of users whom no other pair is about.
            if number % 100 == 50 {
                let user = Self.users + number / 100
                pairs.append(Pair(name: Self.name(user), password: Self.password(user), isRight: true))
                continue
            }
            let isFavorite = Int.random(in: 0..<10, using: &randomness) == 0
            let user = Int.random(in: 0..<(isFavorite ? Self.favorites : Self.users), using: &randomness)
            let isKnown = Bool.random(using: &randomness)
            pairs.append(
                Pair(
                    name: isKnown ? Self.name(user) : "none-\(user)@example.org", password: "wrong \(number)",
                    isRight: false))
        }
        self.pairs = pairs
    }

    /// The users that have an account: those that are guessed at, and those of the right pairs.
    var accounts: Range<Int> { 0..<(Self.users + (count + 49) / 100) }

    static func name(_ user: Int) -> String { "user-\(user)@example.org" }
    static func password(_ user: Int) -> String { "what user \(user) knows" }
    /// The address of a user at home. Each has a network of its own.
    static func home(_ user: Int) -> String { "10.\(user / 250).\(user % 250).5" }

    /// Signs all users up at a server without limits.
    package func signUp(at port: UInt16) throws {
        let wire = try WireClient(port: port)
        for user in accounts {
            let response = try wire.send(
                WireRequest(
                    "POST", path: "/dbconnections/signup",
                    json: [
                        "client_id": .string(HarnessConfiguration.web), "connection": "People",
                        "email": .string(Self.name(user)), "password": .string(Self.password(user)),
                    ]))
            guard response.status == 200 else { throw UnexpectedResponse(response, expected: "an account") }
        }
    }

    /// Tries all pairs from several threads.
    package func run(at port: UInt16, from origin: Origin, threads: Int = 4) throws -> Outcome {
        let outcome = Monitor(Outcome())
        try Workers.run(threads) { number in
            var own = Outcome()
            do {
                let wire = try WireClient(port: port)
                for index in stride(from: number, to: count, by: threads) {
                    try own.add(pairs[index], from: origin.address(of: index), over: wire)
                }
            } catch {
                own.faults.append("\(error)")
            }
            let finished = own
            outcome.update { $0.add(finished) }
        }
        return outcome.read(\.self)
    }

    /// Signs a user in at home, and returns the response.
    static func signIn(_ user: Int, over wire: WireClient) throws -> WireResponse {
        try wire.signIn(name(user), password: password(user), from: home(user))
    }
}

extension Stuffing.Outcome {
    fileprivate mutating func add(_ pair: Stuffing.Pair, from address: String, over wire: WireClient) throws {
        let response = try wire.signIn(pair.name, password: pair.password, from: address)
        responses["\(response.status) \(response.code ?? "")", default: 0] += 1
        switch response.status {
        case 200:
            succeeded += 1
            if !pair.isRight { faults.append("a wrong password signed in as \(pair.name)") }
        case 403:
            if pair.isRight { faults.append("the right password of \(pair.name) was taken for a wrong one") }
            let network = address.split(separator: ".").dropLast().joined(separator: ".")
            rules.add(name: pair.name, network: network)
        case 429: break
        default: faults.append("\(response)")
        }
    }
}

extension WireClient {
    fileprivate func signIn(_ name: String, password: String, from address: String) throws -> WireResponse {
        forwardedFor = address
        return try send(
            WireRequest(
                .tokens(
                    TokenBody(
                        client: ClientParameters(id: HarnessConfiguration.web), grantType: "password", username: name,
                        password: password))))
    }
}
