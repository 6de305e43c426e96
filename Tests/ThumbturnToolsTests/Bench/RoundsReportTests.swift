// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestConsole
import TestSupport
import Testing
import ThumbturnTools

/// Reports of `thumbturn-tools bench rounds`: their gates and their page.
@Suite struct RoundsReportTests {
    /// A report as earlier versions wrote it, which holds all gates.
    private static let json: String = {
        let names = [
            "sign-in-es256", "sign-in-rs256-id", "sign-in-alone", "sign-in-few", "sign-in-many", "userinfo",
            "challenge",
            "page", "authorize-alone", "live",
        ]
        let medians = """
            {"tokens": "es256", "ops_per_s": 1234.5, "p50_ms": 5.161, "p95_ms": 9, "p99_ms": 13.169, "cpu_us_per_op": 20,
             "cpu_least_us": 19.1, "cpu_most_us": 31.4, "system_us": 4, "floor_us": 13.4, "cpu_over_floor": 1.493,
             "units_per_op": 1.01, "rss_mb": 30.1, "errors": 0}
            """
        return """
            {"date": "2026-11-22", "machine": "4 processors", "rounds": 5, "seconds": 2, "users": 10000, "few": 1000,
             "many": 1000000, "starts": 21, "idle_mb": 25, "fresh_ms": 150, "fresh_least_ms": 59, "fresh_most_ms": 282,
             "fresh_processor_ms": 103, "again_ms": 47, "again_least_ms": 42, "again_most_ms": 59, "again_processor_ms": 31,
             "operations": {\(names.map { "\"\($0)\": \(medians)" }.joined(separator: ", "))}}
            """
    }()

    private var report: RoundsReport {
        get throws { try JSONDecoder().decode(RoundsReport.self, from: Data(Self.json.utf8)) }
    }

    @Test func `values at their limits hold`() throws {
        let gates = try report.gates
        #expect(gates.count == 13)
        #expect(gates.filter { !$0.holds }.map(\.name).isEmpty)
        #expect(gates.first?.text == "holds  start to ready in a fresh folder, ms: 150, at most 150")
    }

    /// A change that each gate rejects.
    private static let misses: [(name: String, change: @Sendable (inout RoundsReport) -> Void)] = [
        ("start to ready in a fresh folder, ms", { $0.starts?.fresh = 151 }),
        ("start to ready in an existing folder, ms", { $0.starts?.again = 151 }),
        ("resident memory, idle, MB", { $0.starts?.idleMemory = 25.1 }),
        (
            "sign-in with an RS256 ID token, times its floor",
            { $0.results.operations["sign-in-rs256-id"]?.overFloor = 1.56 }
        ),
        (
            "sign-in with ES256 tokens, times its floor",
            { $0.results.operations["sign-in-es256"]?.overFloor = 2.81 }
        ),
        ("/health/live, µs", { $0.results.operations["live"]?.processorTime = 25.1 }),
        ("challenge, times a plain JSON document", { $0.results.operations["challenge"]?.overFloor = 2.01 }),
        ("sign-in page, times a plain JSON document", { $0.results.operations["page"]?.overFloor = nil }),
        ("userinfo, times its floor", { $0.results.operations["userinfo"] = nil }),
        // 26.1 is 1.305 times 20.
        ("sign-in, 1000000 users to 1000", { $0.results.operations["sign-in-many"]?.processorTime = 26.1 }),
        ("commits per sign-in, one connection", { $0.results.operations["sign-in-alone"]?.unitsPerOperation = 1.02 }),
        (
            "commits per code for a live session, one connection",
            { $0.results.operations["authorize-alone"]?.unitsPerOperation = 1.02 }
        ),
        ("errors", { $0.results.operations["live"]?.errors = 1 }),
    ]

    @Test(arguments: misses.indices)
    func `a value beyond its limit, or none, misses one gate`(index: Int) throws {
        var report = try report
        Self.misses[index].change(&report)
        #expect(report.gates.filter { !$0.holds }.map(\.name) == [Self.misses[index].name])
    }

    @Test func `without starts, only operations are judged and shown`() throws {
        var report = try report
        report.starts = nil
        #expect(report.gates.count == 10)
        #expect(!RoundsPage(of: report).text.contains("Start-up"))
    }

    @Test func `the page has a row for each operation, with the largest part of its time`() throws {
        let lines = RoundsPage(of: try report).text.split(separator: "\n").map(String.init)
        #expect(
            lines.contains("| start to ready, fresh folder | 150 ms (59 to 282), 103 ms of processor time | 150 ms |"))
        #expect(lines.contains("| resident, idle | 25.0 MB | 25 MB |"))
        let values = "| 1 235 | 5.16 | 13.17 | 20, 19 to 31 | 13 | 1.49 | 4 | 1.01 | 30.1 |"
        #expect(lines.contains("| sign-in, both tokens ES256 \(values) the floor, 67 % |"))
        #expect(lines.contains("| sign-in, ID token RS256, 1 000 000 users \(values) the floor, 67 % |"))
    }

    @Test func `a missed gate fails if it is about starts or with --gate`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path(of: "report.json")
        let words = ["bench", "rounds", "--report", path]
        try Self.json.write(toFile: path, atomically: true, encoding: .utf8)
        #expect(await RecordingConsole().run(words + ["--gate"]) == .success)
        try Self.json.replacing("\"errors\": 0", with: "\"errors\": 1").write(
            toFile: path, atomically: true, encoding: .utf8)
        let console = RecordingConsole()
        #expect(await console.run(words) == .success)
        #expect(console.writtenErrors.contains("MISSED errors: 10, at most 0"))
        #expect(await RecordingConsole().run(words + ["--gate"]) == .failure)
        try Self.json.replacing("\"again_ms\": 47", with: "\"again_ms\": 200").write(
            toFile: path, atomically: true, encoding: .utf8)
        #expect(await RecordingConsole().run(words) == .failure)
        try "{}".write(toFile: path, atomically: true, encoding: .utf8)
        let invalid = RecordingConsole()
        #expect(await invalid.run(words) == .malformed)
        #expect(invalid.writtenErrors.contains("is not a result of this benchmark"))
    }
}
