// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import PasswordHashing
import SignIn
import TestStorage
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

/// What a stranger can compare of two answers: everything but values that are random or were sent.
struct AnswerShape: Hashable, CustomStringConvertible {
    let lines: [String]

    var description: String { lines.joined(separator: "\n") }

    /// - Parameter sent: What the request has, which the answer may repeat.
    init(_ response: TestResponse, to sent: String = "") {
        var lines = ["status \(response.status)"]
        for field in response.headers.fields { lines.append("\(field.name): \(field.value.utf8.count)") }
        if let json = try? JSONReader.read(response.body) {
            lines += Self.lines(of: json, at: "", sent: sent)
        } else if let page = try? PageDocument(response.body) {
            for element in page.elements {
                let attributes = element.attributes.map { "\($0.name)=\($0.value.utf8.count)" }
                let text = sent.isEmpty ? element.text : element.text.replacing(sent, with: "…")
                lines.append("<\(element.name) \(attributes.joined(separator: " "))>\(Self.masked(text))")
            }
        } else {
            lines.append(response.text)
        }
        self.lines = lines
    }

    private static func lines(of value: JSONValue, at path: String, sent: String) -> [String] {
        switch value {
        case .object(let object):
            ["\(path) {}"] + object.members.flatMap { lines(of: $0.value, at: "\(path)/\($0.name)", sent: sent) }
        case .array(let items):
            ["\(path) []"] + items.enumerated().flatMap { lines(of: $1, at: "\(path)/\($0)", sent: sent) }
        case .string(let text): ["\(path) \"\(text.contains(" ") ? masked(text) : "")\" \(text.utf8.count)"]
        case .number(let number): ["\(path) \("\(number)".utf8.count) digits"]
        case .bool(let value): ["\(path) \(value)"]
        case .null: ["\(path) null"]
        }
    }

    /// The text without the references of requests and the seconds to wait.
    private static func masked(_ text: String) -> String {
        text.replacing(/req_[\w-]+/, with: "req").replacing(/[0-9]+ s\./, with: "0 s.")
    }
}

/// What a request costs the server.
struct WireCost: Hashable {
    let reads: Int
    let transactions: Int
    let rows: Int
    let hashes: Int
}

extension CodeScene {
    /// Who may have an address, as far as strangers want to know it. All names are as long.
    enum Standing: String, CaseIterable {
        case known
        case blocked = "block"
        case unverified = "unver"
        case erased = "erase"
        case nobody = "stran"

        var email: String { "\(rawValue)@example.org" }
    }

    /// Stores an account for each standing that has one.
    func populate() async throws {
        for (number, standing) in Standing.allCases.enumerated() where standing != .nobody {
            let time = server.clock.now
            let handle = try #require(UserHandle(Array("owner \(number)".utf8)))
            var user = User(id: .random(), connection: PasswordClient.connection, handle: handle, createdAt: time)
            user.identifiers = [
                Identifier(
                    kind: .email, value: standing.email, normalized: standing.email, isVerified: standing != .unverified
                )
            ]
            let stored = user
            try await server.storage.withTransaction { transaction in
                try transaction.users.insert(stored)
                switch standing {
                case .blocked: try transaction.users.apply(.blocked(true), to: stored.id, at: time)
                case .erased:
                    try transaction.users.apply(.deletion(at: time.advanced(by: 7200)), to: stored.id, at: time)
                default: break
                }
            }
        }
    }

    /// The shapes of the answers to a request for each address, with what they have cost.
    func compare(
        _ standings: [Standing] = Standing.allCases, _ request: (Standing) async throws -> TestResponse
    ) async throws -> [Standing: (shape: AnswerShape, cost: WireCost)] {
        var found: [Standing: (AnswerShape, WireCost)] = [:]
        for standing in standings {
            wait()
            let before = try await cost
            let response = try await request(standing)
            let after = try await cost
            let difference = WireCost(
                reads: after.reads - before.reads, transactions: after.transactions - before.transactions,
                rows: after.rows - before.rows, hashes: after.hashes - before.hashes)
            found[standing] = (AnswerShape(response, to: standing.email), difference)
        }
        return found
    }

    private var cost: WireCost {
        get async throws {
            let rows = try await server.storage.read { stored in
                try stored.outbox.summary(of: .mail).waiting + stored.outbox.summary(of: .message).waiting
            }
            return WireCost(
                reads: counted.reads, transactions: counted.transactions, rows: rows,
                hashes: server.services.passwords.pool.load.computed)
        }
    }

    /// Requires that strangers can tell none of the addresses from another.
    func expectAlike(
        _ standings: [Standing] = Standing.allCases, status: Int = 200, cost: WireCost? = nil,
        sourceLocation: SourceLocation = #_sourceLocation, _ request: (Standing) async throws -> TestResponse
    ) async throws {
        let found = try await compare(standings, request)
        let shapes = Set(found.values.map(\.shape))
        #expect(shapes.count == 1, "\(found.mapValues(\.shape))", sourceLocation: sourceLocation)
        #expect(shapes.first?.lines.first == "status \(status)", "\(shapes)", sourceLocation: sourceLocation)
        let costs = Set(found.values.map(\.cost))
        #expect(costs.count == 1, "\(found.mapValues(\.cost))", sourceLocation: sourceLocation)
        if let cost { #expect(costs == [cost], sourceLocation: sourceLocation) }
    }
}
