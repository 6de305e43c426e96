// SPDX-License-Identifier: Apache-2.0

import Foundation
import WireFormats

/// A benchmark of ceremonies relative to the bare signature verification (docs/benchmarks.md).
@main
struct CeremonyBenchmark {
    static func main() throws {
        let settings: Settings
        do {
            settings = try Settings(arguments: Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("\(error.text)\n\(Settings.usage)\n".utf8))
            exit(2)
        }
        let run = BenchmarkRun(rounds: settings.rounds, millisecondsPerCase: settings.millisecondsPerCase)
        let report = Report(run: run, measurements: try run.measure(try cases(settings.only)), time: .now())
        print(report.table)
        if let path = settings.jsonPath {
            try Data(report.json.serialized() + [0x0A]).write(to: URL(filePath: path))
        }
        if let path = settings.pagePath {
            try Data(RecordedPage(report: report).text.utf8).write(to: URL(filePath: path))
        }
        exit(settings.isGateBinding && !report.doGatesHold ? 1 : 0)
    }

    private static func cases(_ only: String?) throws -> [BenchmarkCase] {
        let all =
            try SampleCeremony.Algorithm.all.flatMap(CeremonyCases.authentications)
            + CeremonyCases.registrations() + CostlyCases.all() + FormatCases.all()
        guard let only else { return all }
        let chosen = all.filter { $0.name.contains(only) }
        let counterparts = Set(chosen.compactMap(\.counterpart))
        return all.filter { candidate in
            counterparts.contains(candidate.name) || chosen.contains { $0.name == candidate.name }
        }
    }
}
