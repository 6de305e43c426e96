// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Cryptography
import POSIX
import WireFormats

/// One measurement, from set-up to result.
struct BenchRun: Sendable {
    let request: BenchRequest
    /// Where a line is printed for each second; `nil` for nowhere.
    let console: Console?

    /// Measures until `interruption` at most.
    func measure(until interruption: Interruption) async throws(CommandFailure) -> BenchResult {
        _ = DescriptorLimit.raise()
        if let url = request.url {
            return try await measure(MeasuredServer(at: url, data: request.data), until: interruption)
        }
        let program = try BenchServer.program(request.program)
        let folder = try BenchFolder()
        if let source = request.data { try await BenchDatabase.copy(from: source, to: folder.data) }
        try await folder.seed(request.users)
        let server = try await BenchServer(program, in: folder, tokens: request.tokens ?? .rs256ID)
        defer { server.stop() }
        return try await measure(server.measured, until: interruption)
    }

    private func measure(
        _ server: MeasuredServer, until interruption: Interruption
    ) async throws(CommandFailure) -> BenchResult {
        var plan = try plan(for: server)
        let algorithms: IssuedAlgorithms
        do throws(BenchFailure) {
            algorithms = try BenchLoad.tryOnce(plan, on: server)
        } catch {
            throw explained(error)
        }
        try check(algorithms)
        await settle(server)
        var document: Double?
        if request.scenario.isComparedWithDocument {
            plan.work = .document
            document = await BenchObservation(server: server, floor: nil, interruption: interruption)
                .processorTime(of: plan, seconds: max(1, request.duration / 5))
            plan.work = .scenario(request.scenario)
        }
        let floor = CryptoFloor(of: request.scenario, tokens: algorithms)
        let observation = BenchObservation(server: server, floor: floor, interruption: interruption)
        var result = await observation.observe(plan, seconds: request.duration, reportingTo: console)
        result.algorithms = algorithms
        result.addFloor(ofDocument: document, for: request.scenario)
        guard result.operations > 0 else {
            throw .failed("No operation succeeded: \(result.firstError ?? "the measurement was too short").")
        }
        return result
    }

    /// Waits until the server is idle. After its first start it generates keys, which must not be part of the
    /// measurement.
    private func settle(_ server: MeasuredServer) async {
        guard let account = server.process.map(ProcessAccount.init(of:)) else { return }
        for _ in 0..<50 {
            let before = account.times?.total ?? 0
            try? await Task.sleep(nanoseconds: 200_000_000)
            guard let after = account.times?.total, after - before > 0.01 else { return }
        }
    }

    private func plan(for server: MeasuredServer) throws(CommandFailure) -> BenchPlan {
        do {
            return BenchPlan(
                work: .scenario(request.scenario), url: server.url, client: request.client,
                audience: audience, scope: request.scope, users: request.users,
                connections: request.connections, keys: try BenchKeys(users: request.users),
                run: Base64URL.encode(Randomness.bytes(6)).lowercased().filter { $0.isLetter || $0.isNumber } + "a")
        } catch {
            throw .failed("The keys of the users can't be derived: \(error)")
        }
    }

    /// A running server may not have the sample API, and `/userinfo` takes tokens without an audience.
    private var audience: String? {
        request.url == nil && request.scenario != .userinfo ? DefaultConfiguration.audience : nil
    }

    private func explained(_ failure: BenchFailure) -> CommandFailure {
        let remedy =
            switch (failure, request.url) {
            case (.rejected(_, 429, _), _): "Start the server with --rate-limits off."
            case (.rejected, .some):
                "Does it have the users? Stop it, and run thumbturn-tools bench seed --users \(request.users) with its --data."
            case (.notConnected, .some(let url)): "Check that a server is running at \(url)."
            default: "See the server's log."
            }
        return .failed("The first \(request.scenario.rawValue) operation failed: \(failure).\n  \(remedy)")
    }

    /// Rejects a running server that signs with other algorithms than `--tokens` names.
    private func check(_ algorithms: IssuedAlgorithms) throws(CommandFailure) {
        guard let url = request.url, let wanted = request.tokens, !algorithms.signatures.isEmpty,
            algorithms.tokens != wanted
        else { return }
        let found = algorithms.tokens?.rawValue ?? algorithms.signatures.map(\.rawValue).joined(separator: " and ")
        throw .failed(
            "\(url) issues \(found) tokens, not \(wanted.rawValue).\n"
                + "  Omit --tokens, or change the server's configuration.")
    }
}

/// A flag that a signal sets to end the measurement early.
final class Interruption: Sendable {
    private let arrived = Locked(false)

    var hasArrived: Bool { arrived.withLock { $0 } }

    func arrive() { arrived.withLock { $0 = true } }

/// The database of a server that runs for one measurement.
struct BenchDatabase: Sendable {
    let folder: BenchFolder
    let url: WebOrigin

    /// Creates the database, or copies one that `bench seed` filled, and adds missing users.
    func prepare(from source: String?, users: Int) async throws(CommandFailure) {
        let settings = try settings(data: folder.data)
        try DataFolder.create(folder.data)
        if let source { try await copy(from: source, to: settings) }
        let storage = try StorageSelection.open(settings).storage
        do {
            let seeding = Seeding(
                storage: storage, connection: DefaultConfiguration.connection, relyingPartyID: url.host)
            _ = try await seeding.fill(upTo: users) { _ in }
        } catch {
            await storage.close()
            throw error
        }
        await storage.close()
    }

    private func copy(from source: String, to settings: ServerSettings) async throws(CommandFailure) {
        let original = try self.settings(data: source)
        try await StorageSelection.backUp(
            original, to: settings.database.location, orFail: "\(source) can't be copied")
        // If a server has run on that folder, its signing keys are sealed with this key.
        do throws(PrivateFile.Failure) {
            guard let key = try PrivateFile(path: original.masterKeyPath).read(upTo: 128) else { return }
            _ = try PrivateFile(path: settings.masterKeyPath).create(key, suffix: "copy")
        } catch {
            throw .failed("\(original.masterKeyPath) can't be copied: \(error).")
        }
    }

    private func settings(data: String) throws(CommandFailure) -> ServerSettings {
        do throws(ServerSettings.Failure) {
            return try ServerSettings.read(["--data", data, "--url", "\(url)"], environment: [:])
        } catch {
            throw error.commandFailure
        }
        defer { watching.cancel() }
        return try await body(interruption)
    }
}
