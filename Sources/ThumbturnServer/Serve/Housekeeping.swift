// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import POSIX
import SignIn
import WireFormats

/// The background work of a server: removes expired data, wraps weak hashes of passwords, applies changes made by other
/// processes, and sends what the outbox has.
@available(macOS 15, *)
final class Housekeeping: Sendable {
    private let services: Services
    private let hosts: ServedConfiguration
    private let certificates: CertificateFiles
    private let requests: RequestLog
    private let operators: OperatorEvents
    private let clock: ClockWatch
    private let records: ExpiredRecords
    private let outgoing: OutgoingWork
    /// The revision of the served configuration.
    private let revision: Locked<Int>
    private let tasks = Locked<[Task<Void, Never>]>([])

    init(
        services: Services, hosts: ServedConfiguration, certificates: CertificateFiles,
        clock: ClockWatch, settings: ServerSettings, revision: Int, log requests: RequestLog, metrics: ServerMetrics?
    ) {
        self.certificates = certificates
        self.clock = clock
        records = ExpiredRecords(storage: services.storage, clock: clock.clock, retention: settings.retention)
        self.services = services
        self.hosts = hosts
        self.revision = Locked(revision)
        self.requests = requests
        operators = OperatorEvents(services.storage, log: requests.log)
        outgoing = OutgoingWork(services, with: settings, log: requests.log, metrics: metrics)
    }

    private var log: Log { requests.log }

    func start() {
        let started = [
            Task { await announceNextKeys() },
            Task {
                await attempt { try await self.operators.report() }
                await repeatedly(every: .seconds(2)) {
                    try await self.reloadConfiguration()
                    // After the keys: new epochs void whatever a clock that goes back would make valid again.
                    try await self.clock.check()
                    try await self.operators.report()
                }
            },
            Task { await repeatedly(every: .seconds(30)) { self.requests.reportSkipped() } },
            Task {
                // Also at once, for a server that never runs as long as one pause.
                await attempt { try await self.removeExpired() }
                await repeatedly(every: .seconds(30)) { try await self.removeExpired() }
            },
            Task { await repeatedly(every: .seconds(30)) { self.certificates.reloadIfChanged() } },
            Task { await outgoing.run() },
            Task { await repeatedly(every: .seconds(30)) { try await self.wrapWeakHashes() } },
            Task { await repeatedly(every: .seconds(30)) { try await self.services.passwords.failures.store() } },
        ]
        tasks.withLock { $0 = started }
    }

    /// Cancels the tasks and waits for them.
    func stop() async {
        let running = tasks.withLock { $0 }
        for task in running { task.cancel() }
        for task in running { await task.value }
        await attempt { try await services.passwords.failures.store(isLast: true) }
    }

    private func repeatedly(every pause: Duration, body: @escaping @Sendable () async throws -> Void) async {
        while true {
            do {
                try await Task.sleep(for: pause)
            } catch {
                return
            }
            await attempt(body)
        }
    }

    private func attempt(_ body: @Sendable () async throws -> Void) async {
        do {
            try await body()
        } catch is CancellationError {
            // The server stops. The remaining data is removed after the next start.
        } catch {
            log.write(.housekeepingFailed, fields: ["reason": .string("\(error)")])
        }
    }

    /// Creates the next keys in the background, because RSA keys take a while.
    private func announceNextKeys() async {
        for host in services.hosts.configuration.domains.keys.sorted() {
            do {
                try await services.keyRing.prepareNext(host: host, at: services.now())
            } catch {
                log.write(.keysNotAnnounced, fields: ["host": .string(host), "reason": .string("\(error)")])
            }
        }
    }

    private func reloadConfiguration() async throws {
        let configuration = services.hosts.configuration
        for host in configuration.domains.keys.sorted() {
            do {
                try await services.keyRing.reload(host: host)
            } catch {
                // A problem with one host's keys must not affect the others.
                log.write(.keysNotReloaded, fields: ["host": .string(host), "reason": .string("\(error)")])
            }
        }
        let stored = try await services.storage.read { try $0.configuration.revision() }
        guard stored != revision.withLock({ $0 }) else { return }
        let changed = try await StoredConfiguration.read(services.storage, url: configuration.url)
        services.serve(try await hosts.prepare(changed.configuration))
        certificates.serve(changed.configuration.domains.keys.sorted())
        revision.withLock { $0 = changed.revision }
        log.write(.configurationReloaded, fields: ["revision": .number(JSONNumber(Int64(changed.revision)))])
        let options = services.options
        log.warn(
            of: changed.configuration.unmetNeeds(
                sendsMail: options.sendsMail, sendsMessages: options.sendsMessages))
        await announceNextKeys()
    }

    private func removeExpired() async throws {
        let removed = try await records.remove()
        if removed > 0 {
            log.write(.expiredRemoved, fields: ["rows": .number(JSONNumber(Int64(removed)))])
        }
    }

    private func wrapWeakHashes() async throws {
        let wrapped = try await WeakHashes(services.passwords).wrap(in: services.hosts.configuration)
        if wrapped > 0 {
            log.write(.weakHashesWrapped, fields: ["hashes": .number(JSONNumber(Int64(wrapped)))])
        }
    }
}

/// Logs each change that operators make with commands while the server runs.
final class OperatorEvents: Sendable {
    private static let batch = 10_000

    private let storage: any Storage
    private let log: Log
    /// The number of the newest event that was read; `nil` before the first read.
    private let last = Locked<Int64?>(nil)

    init(_ storage: any Storage, log: Log) {
        self.storage = storage
        self.log = log
    }

    func report() async throws {
        let last = last.withLock { $0 }
        let found = try await storage.read { snapshot in
            try snapshot.events.listOperatorEvents(after: last ?? .max, limit: Self.batch)
        }
        self.last.withLock { $0 = found.newest }
        for event in found.events { log.write(event) }
    }
}
