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
        try await withServer { server throws(CommandFailure) in try await measure(server, until: interruption) }
    }

    /// Passes the server at the URL to a body, or one that is started for it.
    func withServer<Value>(
        _ body: (MeasuredServer) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        _ = DescriptorLimit.raise()
        if let url = request.url { return try await body(MeasuredServer(at: url, data: request.data)) }
        let program = try BenchServer.program(request.program)
        let folder = try BenchFolder()
        if let source = request.data { try await BenchDatabase.copy(from: source, to: folder.data) }
        let hasPasswords = request.scenario.hasPasswords
        try await folder.seed(request.users, havingPasswords: hasPasswords)
        let server = try await BenchServer(
            program, in: folder, tokens: request.tokens ?? .rs256ID, hasPasswords: hasPasswords)
        defer { server.stop() }
        return try await body(server.measured)
    }

    private func measure(
        _ server: MeasuredServer, until interruption: Interruption
    ) async throws(CommandFailure) -> BenchResult {
        var plan = try plan(for: server)
        let algorithms = try tryOnce(plan, on: server)
        try check(algorithms)
        await settle(server)
        var document: Double?
        if request.scenario.isComparedWithDocument {
            plan.work = .document
            document = await BenchObservation(server: server, floor: nil, interruption: interruption)
                .processorTime(of: plan, seconds: max(1, request.duration / 5))
            plan.work = .scenario(request.scenario)
        }
        let hash = request.scenario.hasPasswords ? try await HashSample() : nil
        let floor = CryptoFloor(of: request.scenario, tokens: algorithms, hash: hash)
        let observation = BenchObservation(server: server, floor: floor, interruption: interruption)
        var result = await observation.observe(plan, seconds: request.duration, reportingTo: console)
        result.algorithms = algorithms
        result.addFloor(ofDocument: document, for: request.scenario)
        guard result.operations > 0 else {
            throw .failed("No operation succeeded: \(result.firstError ?? "the measurement was too short").")
        }
        return result
    }

    /// Carries out one operation and returns the algorithms of its tokens.
    func tryOnce(_ plan: BenchPlan, on server: MeasuredServer) throws(CommandFailure) -> IssuedAlgorithms {
        do throws(BenchFailure) {
            return try BenchLoad.tryOnce(plan, on: server)
        } catch {
            throw explained(error)
        }
    }

    /// Waits until the server is idle. After its first start it generates keys, which must not be part of the
    /// measurement.
    func settle(_ server: MeasuredServer) async {
        guard let account = server.process.map(ProcessAccount.init(of:)) else { return }
        for _ in 0..<50 {
            let before = account.times?.total ?? 0
            try? await Task.sleep(nanoseconds: 200_000_000)
            guard let after = account.times?.total, after - before > 0.01 else { return }
        }
    }

    func plan(for server: MeasuredServer) throws(CommandFailure) -> BenchPlan {
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
                "Does it have the users? Stop it, and run thumbturn-tools bench seed --users \(request.users)"
                    + (request.scenario.hasPasswords ? " --passwords" : "") + " with its --data."
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

    /// Passes an interruption to `body` that arrives with SIGINT or SIGTERM.
    static func withSignals<Value>(
        _ body: (Interruption) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let signals = try TerminationSignals()
        let interruption = Interruption()
        let watching = Task {
            for await signal in signals.arrivals where signal == .terminate { interruption.arrive() }
        }
        defer { watching.cancel() }
        return try await body(interruption)
    }
}
