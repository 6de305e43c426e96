// SPDX-License-Identifier: Apache-2.0

/// A report as a page in Markdown, `docs/benchmarks/server.md`.
package struct RoundsPage {
    let report: RoundsReport

    package init(of report: RoundsReport) {
        self.report = report
    }

    package var text: String {
        let results = report.results
        let paragraphs =
            [
                "# Results: the whole server",
                "<!-- Written by scripts/bench server --record. Changes by hand are lost. -->",
                "\(results.date), \(results.machine ?? Machine.description).",
            ] + starts + [
                "Operations, medians of \(results.rounds) × \(results.seconds) s:", operations,
                "[Benchmarks](../benchmarks.md) explains what is measured, and how.",
            ]
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private var starts: [String] {
        guard let starts = report.starts else { return [] }
        func times(median: Int, from least: Int, to most: Int, ofProcessor processor: Int) -> String {
            "\(median) ms (\(least) to \(most)), \(processor) ms of processor time"
        }
        let table = [
            ["", "result", "target"],
            [
                "start to ready, existing folder",
                times(
                    median: starts.again, from: starts.againLeast, to: starts.againMost,
                    ofProcessor: starts.againProcessorTime), "150 ms",
            ],
            [
                "start to ready, fresh folder",
                times(
                    median: starts.fresh, from: starts.freshLeast, to: starts.freshMost,
                    ofProcessor: starts.freshProcessorTime), "150 ms",
            ],
            ["resident, idle", "\(DecimalText(starts.idleMemory, digits: 1)) MB", "25 MB"],
        ]
        return ["Start-up and memory, \(starts.starts) starts each:", Self.table(table)]
    }

    private var operations: String {
        let head = [
            "operation", "per second", "p50 ms", "p99 ms", "CPU µs, from to", "floor µs", "over floor", "system µs",
            "commits", "MB", "largest part",
        ]
        let rows = RoundsOperation.all.compactMap { operation in
            report.results.operations[operation.name].map { row(operation, medians: $0) }
        }
        return Self.table([head] + rows)
    }

    private func row(_ operation: RoundsOperation, medians: OperationMedians) -> [String] {
        func text(_ value: Double?, digits: Int) -> String { "\(DecimalText(value, digits: digits))" }
        let times = [medians.processorTime, medians.leastProcessorTime, medians.mostProcessorTime]
            .map { text($0, digits: 0) }
        return [
            title(of: operation), Self.spaced(Int(medians.operationsPerSecond.rounded())), text(medians.p50, digits: 2),
            text(medians.p99, digits: 2), "\(times[0]), \(times[1]) to \(times[2])", text(medians.floor, digits: 0),
            text(medians.overFloor, digits: 2), text(medians.systemTime, digits: 0),
            text(medians.unitsPerOperation, digits: 2), text(medians.residentMemory, digits: 1),
            largestPart(operation, medians: medians),
        ]
    }

    private func title(of operation: RoundsOperation) -> String {
        switch operation.users {
        case .usual: operation.title
        case .few: "\(operation.title), \(Self.spaced(report.results.few)) users"
        case .many: "\(operation.title), \(Self.spaced(report.results.many)) users"
        }
    }

    /// The largest of the floor, the system and everything else, with its share of the CPU time.
    private func largestPart(_ operation: RoundsOperation, medians: OperationMedians) -> String {
        let floor = medians.floor ?? 0
        // The document that some are compared with needs the system as well.
        let system = operation.scenario.isComparedWithDocument ? 0 : medians.systemTime ?? 0
        let own = max(0, medians.processorTime - floor - system)
        let parts = [("the floor", floor), ("the system", system), ("the server's own code", own)]
        let most = parts.dropFirst().reduce(parts[0]) { $1.1 > $0.1 ? $1 : $0 }
        return "\(most.0), \(DecimalText(most.1 / medians.processorTime * 100, digits: 0)) %"
    }

    /// A table in Markdown, with its head as the first row. Columns of numbers are aligned to the right.
    private static func table(_ rows: [[String]]) -> String {
        let rules = (rows.first ?? []).enumerated().map { column, head in
            column == 0 || head == "largest part" ? "---" : "---:"
        }
        var lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
        lines.insert("|" + rules.joined(separator: "|") + "|", at: 1)
        return lines.joined(separator: "\n")
    }

    /// Returns 23787 as 23 787.
    private static func spaced(_ number: Int) -> String {
        number < 1000
            ? "\(number)" : spaced(number / 1000) + " " + String("\(number % 1000 + 1000)".dropFirst())
    }
}
