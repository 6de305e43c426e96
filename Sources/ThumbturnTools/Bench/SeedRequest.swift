// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// `thumbturn-tools bench seed`: adds users to the database of a stopped server.
struct SeedRequest: Sendable {
    private let users: Int
    private let url: WebOrigin
    private let folder: String
    private let hasPasswords: Bool

    init(_ arguments: CommandArguments) throws(CommandFailure) {
        guard arguments.operands.isEmpty else { throw .malformed("bench seed takes only options.", help: "bench seed") }
        guard let users = try arguments.number("--users", in: 1...10_000_000) else {
            throw .malformed("bench seed needs --users N, the number of users.")
        }
        self.users = users
        url = try arguments.url() ?? BenchServer.url
        folder = arguments.value("--data") ?? "thumbturn-data"
        hasPasswords = arguments.contains("--passwords")
    }

    func carryOut(_ console: Console) async throws(CommandFailure) {
        let database = try BenchDatabase(in: folder)
        let added = try await database.use { storage throws(CommandFailure) in
            let configuration = try await Self.configuration(of: storage, url: url)
            let seeding = try Seeding(
                storage: storage, configuration: configuration, host: url.host,
                password: hasPasswords ? try await BenchUser.hashedPassword() : nil)
            return try await seeding.fill(upTo: users) { console.printError("\($0) of \(users) users") }
        }
        console.print("\(database.path) has \(users) benchmark users, \(added) of them new.")
    }

    /// Returns the stored configuration, or makes it the default of the URL if nothing is stored.
    private static func configuration(
        of storage: any Storage, url: WebOrigin
    ) async throws(CommandFailure) -> ConfigurationSnapshot {
        try await CommandFailure.mapFailure(to: "The configuration can't be read") {
            if try await storage.read({ try $0.configuration.list() }).isEmpty {
                let application = ConfigurationApplication(
                    try DefaultConfiguration(url: url).file(), settings: ConfigurationApplication.Settings(url: url))
                _ = try await application.apply(to: storage, by: .command("bench seed"), at: .now())
            }
            let documents = try await storage.read { try $0.configuration.list() }
            return try ConfigurationSnapshot(documents: documents, url: url)
        }
    }
}

/// Inserts benchmark users into a storage, thousands per transaction.
struct Seeding: Sendable {
    private let storage: any Storage
    private let connection: String
    private let relyingPartyID: String
    /// `nil` if the users have no password.
    private let password: PasswordHashText?

    init(storage: any Storage, connection: String, relyingPartyID: String, password: PasswordHashText?) {
        self.storage = storage
        self.connection = connection
        self.relyingPartyID = relyingPartyID
        self.password = password
    }

    /// Uses the configuration's default connection, and the relying party of one of its hosts.
    init(
        storage: any Storage, configuration: ConfigurationSnapshot, host: String, password: PasswordHashText?
    ) throws(CommandFailure) {
        guard let connection = configuration.connection(nil) else {
            throw .failed(
                "The configuration has several connections and no default, so users can't be added.\n"
                    + "  Set default_directory of the tenant.")
        }
        guard let domain = configuration.domain(at: host) else {
            throw .failed(
                "\(host) is not a configured domain, so users can't be added.\n"
                    + "  Use --url with one of the configured domains.")
        }
        self.init(
            storage: storage, connection: connection.name, relyingPartyID: domain.relyingPartyID, password: password)
    }

    /// Adds the missing users and returns how many were added.
    func fill(upTo users: Int, progress: (Int) -> Void) async throws(CommandFailure) -> Int {
        try await CommandFailure.mapFailure(to: "Users can't be added") {
            let first = try await present(among: users)
            let keys = try BenchKeys(users: users)
            var next = first
            while next < users {
                let batch = next..<min(next + Self.batch, users)
                try await insert(batch, with: keys)
                next = batch.upperBound
                if next % Self.reported == 0, next < users { progress(next) }
            }
            return max(0, users - first)
        }
    }

    private static let batch = 10_000
    private static let reported = 100_000

    /// Returns how many of the users exist. They are added in order, so a binary search finds the number.
    private func present(among users: Int) async throws -> Int {
        try await storage.read { snapshot in
            let oldest = try snapshot.users.list(after: nil, limit: 1).first
            guard let oldest else { return 0 }
            guard BenchUser.isOne(oldest.id) else {
                throw CommandFailure.failed(
                    "The database has other users, and anyone can derive the keys of benchmark users.\n"
                        + "  Use another folder with --data.")
            }
            var (low, high) = (1, users)
            while low < high {
                let middle = (low + high) / 2
                if try snapshot.users.find(BenchUser(number: middle).id) == nil {
                    high = middle
                } else {
                    low = middle + 1
                }
            }
            return low
        }
    }

    private func insert(_ numbers: Range<Int>, with keys: BenchKeys) async throws {
        let time = Timestamp.now()
        try await storage.withTransaction { [connection, relyingPartyID, password] transaction in
            for number in numbers {
                let user = BenchUser(number: number)
                guard let account = user.account(in: connection, at: time) else { continue }
                try transaction.users.insert(account)
                try transaction.passkeys.insert(
                    user.passkey(of: account, key: keys.coseKey(of: user), relyingPartyID: relyingPartyID))
                guard let password else { continue }
                try transaction.passwords.set(StoredPassword(user: account.id, hash: password, setAt: time))
            }
        }
    }
}
