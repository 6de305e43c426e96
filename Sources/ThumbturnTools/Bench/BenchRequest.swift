// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// The operation that a benchmark repeats.
enum BenchScenario: String, CaseIterable, Sendable {
    case signIn = "sign-in"
    case signUp = "sign-up"
    case refresh
    case challenge
    case userinfo
    case page
    case pageSignIn = "page-sign-in"
    case authorize
    case live
    case passwordSignIn = "password-sign-in"
    case passwordFlood = "password-flood"

    /// Whether the server needs a connection with passwords, and users that have one.
    var hasPasswords: Bool { [.passwordSignIn, .passwordFlood].contains(self) }

    /// Whether the floor includes the cost of serving a plain JSON document.
    var isComparedWithDocument: Bool { [.challenge, .userinfo, .page, .authorize].contains(self) }
}

/// The validated command line of `thumbturn-tools bench`.
struct BenchRequest: Sendable {
    let users: Int
    let connections: Int
    /// In seconds.
    let duration: Int
    let scenario: BenchScenario
    /// `nil` if the server at the URL decides and any algorithm is accepted.
    let tokens: BenchTokens?
    let isJSON: Bool
    /// `nil` to start a server for this measurement.
    let url: WebOrigin?
    let client: String
    /// The scope that sign-ins request. With `offline_access` they also store a refresh token.
    let scope: String
    /// A seeded folder, or the data folder of the server at the URL.
    let data: String?
    /// The path of the server's program; `nil` for the one beside this program.
    let program: String?
    let flood: FloodOptions

    init(_ arguments: CommandArguments) throws(CommandFailure) {
        users = try arguments.number("--users", in: 1...10_000_000) ?? 1000
        connections = try arguments.number("--connections", in: 1...4096) ?? 32
        duration = try arguments.number("--duration", in: 1...86_400) ?? 10
        scenario = try arguments.word("--scenario") ?? .signIn
        isJSON = arguments.contains("--json")
        url = try Self.url(arguments)
        if url == nil, arguments.contains("--client") {
            throw .malformed("--client needs --url: a server that bench starts has a client of its own.")
        }
        tokens = try arguments.word("--tokens") ?? (url == nil ? .rs256ID : nil)
        client = arguments.value("--client") ?? DefaultConfiguration.webClient
        scope = Self.scope(arguments.value("--scope") ?? Self.defaultScope, of: scenario)
        data = arguments.value("--data")
        program = arguments.value("--program")
        flood = try FloodOptions(arguments, of: scenario)
        if url != nil, program != nil {
            throw .malformed("--program is for a server that bench starts. Leave it out, or leave out --url.")
        }
    }

    /// Measures an operation of `bench rounds`, at a server that is started for it.
    init(_ operation: RoundsOperation, users: Int, seconds: Int, data: String?, program: String?) {
        self.users = users
        connections = operation.connections
        duration = seconds
        scenario = operation.scenario
        tokens = operation.tokens
        isJSON = false
        url = nil
        client = DefaultConfiguration.webClient
        scope = Self.scope(operation.scope, of: scenario)
        self.data = data
        self.program = program
        flood = FloodOptions()
    }

    static let defaultScope = "openid profile email"

    /// Refreshing needs a refresh token.
    private static func scope(_ words: String, of scenario: BenchScenario) -> String {
        scenario == .refresh ? "\(words) offline_access" : words
    }

    private static func url(_ arguments: CommandArguments) throws(CommandFailure) -> WebOrigin? {
        guard let origin = try arguments.url() else { return nil }
        guard origin.scheme == .http, origin.isLoopback else {
            throw .malformed(
                "--url \(origin) can't be measured: bench only speaks plain HTTP to a server on this machine. "
                    + "Start one with --url http://localhost:8080.")
        }
        return origin
    }
}

extension CommandArguments {
    /// Returns the origin of the option `--url`, or `nil` if it is absent.
    func url() throws(CommandFailure) -> WebOrigin? {
        guard let text = value("--url") else { return nil }
        do throws(ValueRejection) {
            return try ServerURL(text).origin
        } catch {
            throw .malformed("--url \"\(TerminalText.safe(text))\" \(error.message). \(error.remedy)")
        }
    }
}
