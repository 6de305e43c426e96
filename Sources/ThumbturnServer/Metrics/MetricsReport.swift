// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import JOSE
import OpenIDProvider
import POSIX
import PasswordHashing
import RateLimiting
import SignIn
import WireFormats

/// Writes what a server has counted, with what can be read from its parts at that moment.
@available(macOS 15, *)
struct MetricsReport: Sendable {
    let metrics: ServerMetrics
    let server: HTTPServer
    let services: Services
    let statistics: @Sendable () -> StorageStatistics
    let connectionLimit: Int

    /// Returns the text, in the order of the table.
    func text() async -> String {
        var text = MetricsText()
        appendRequests(to: &text)
        appendSignIns(to: &text)
        appendStorage(to: &text)
        appendLimits(to: &text)
        await appendOutbox(to: &text)
        appendKeys(to: &text)
        appendProcess(to: &text)
        return text.text
    }

    private func appendRequests(to text: inout MetricsText) {
        let classes = ServerMetrics.statusClasses
        let series = metrics.operations.names.enumerated().flatMap { number, name in
            classes.enumerated().map { (labels: [name, $1], number: number * classes.count + $0) }
        }
        // Most combinations never occur.
        let requests = series.map { ($0.labels, metrics.requests.content(of: $0.number)) }.filter { $1.count > 0 }
        text.append(.requestDuration, metrics.requests.buckets, requests)
        text.append(.problems, metrics.problems.samples { [$0] })
        text.append(.connections, Double(server.connectionCount))
        text.append(.connectionLimit, Double(connectionLimit))
        text.append(.bufferedBytes, Double(server.bufferedByteCount))
        text.append(.loopDelay, metrics.loopDelays)
    }

    private func appendSignIns(to text: inout MetricsText) {
        let accepted = VerificationReport.Kind.allCases.map {
            (labels: [$0.rawValue, "accepted", "", ""], value: Double(metrics.acceptedCeremonies[$0.number]))
        }
        let rejected = metrics.rejectedCeremonies.samples { [$0.kind.rawValue, "rejected", $0.step, $0.code] }
        text.append(.ceremonies, accepted + rejected)
        text.append(.signIns, metrics.signIns.samples { [$0.method, $0.isNewAccount ? "new" : "existing"] })
        let load = services.options.verificationQueue.load
        text.append(.runningVerifications, Double(load.running))
        text.append(.waitingVerifications, Double(load.waiting))
        let hashes = services.options.hashingPool.load
        text.append(.runningHashes, Double(hashes.running))
        text.append(.waitingHashes, Double(hashes.waiting))
        text.append(.computedHashes, Double(hashes.computed))
        text.append(.declinedHashes, Double(hashes.declined))
    }

    private func appendStorage(to text: inout MetricsText) {
        let statistics = statistics()
        text.append(.transactions, Double(statistics.transactions))
        text.append(.commits, Double(statistics.commits))
        text.append(.checkpoints, Double(statistics.checkpoints))
        text.append(.batchSize, metrics.batches)
        text.append(.writerWait, metrics.waits)
        text.append(.commitDuration, metrics.commits)
        text.append(.waitingTransactions, Double(statistics.waiting))
        text.append(.readers, Double(statistics.reading))
    }

    private func appendLimits(to text: inout MetricsText) {
        let samples = RateLimits.Kind.allCases.enumerated().flatMap { number, limit in
            ["allowed", "refused"].enumerated().map {
                (labels: [limit.rawValue, $1], value: Double(metrics.limits[number * 2 + $0]))
            }
        }
        text.append(.limits, samples)
    }

    private func appendOutbox(to text: inout MetricsText) async {
        // A storage that can't be read shows in the problems of requests.
        let kinds = OutboxItem.Kind.allCases
        let summaries =
            (try? await services.storage.read { snapshot in
                try kinds.map { (kind: $0, summary: try snapshot.outbox.summary(of: $0)) }
            }) ?? []
        text.append(.outboxLength, summaries.map { ([$0.kind.rawValue], Double($0.summary.waiting)) })
        let now = services.now().secondsSince1970
        text.append(
            .outboxOldest,
            summaries.map { kind, summary in
                ([kind.rawValue], summary.oldest.map { Double(max(0, now - $0.secondsSince1970)) } ?? 0)
            })
        text.append(.outboxDead, summaries.map { ([$0.kind.rawValue], Double($0.summary.dead)) })
        text.append(.outboxAttempts, metrics.outbox.samples { [$0.kind.rawValue, $0.outcome.rawValue] })
    }

    private func appendKeys(to text: inout MetricsText) {
        let keys = services.hosts.configuration.domains.keys.sorted().flatMap { domain in
            (services.keyRing.keys(of: domain)?.published ?? []).filter { $0.stage == .current }.map {
                (labels: [domain, $0.algorithm.name], value: Double($0.createdAt.secondsSince1970))
            }
        }
        text.append(.keyCreation, keys)
        text.append(
            .certificateExpiry, server.certificateExpiries.enumerated().map { (labels: ["\($0)"], value: Double($1)) })
    }

    private func appendProcess(to text: inout MetricsText) {
        let process = ProcessAccount(of: getpid())
        text.append(.cpu, process.times?.total)
        text.append(.residentMemory, process.residentMemory.map(Double.init))
        text.append(.openDescriptors, process.descriptorCount.map(Double.init))
        text.append(.descriptorLimit, Double(DescriptorLimit.raise().count))
        text.append(.startTime, Double(metrics.startedAt.secondsSince1970))
        text.append(.build, [([services.options.version], 1)])
    }
}

extension KeyedCounters {
    /// The counts with the labels of their keys, in the order of the labels.
    fileprivate func samples(_ labels: (Key) -> [String]) -> [(labels: [String], value: Double)] {
        all.map { (labels: labels($0), value: Double($1)) }.sorted { $0.labels.lexicographicallyPrecedes($1.labels) }
    }
}

@available(macOS 15, *)
extension MetricsText {
    /// Appends a histogram without labels.
    fileprivate mutating func append(_ metric: Metric, _ histogram: Histograms) {
        append(metric, histogram.buckets, [([], histogram.content())])
    }
}
