// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import WireFormats

/// The results as a page in Markdown, docs/benchmarks/ceremonies.md.
struct RecordedPage {
    let report: Report

    var text: String {
        let table =
            ["| case | µs | per second | of bare | allocations | bytes |", "|---|---:|---:|---:|---:|---:|"]
            + report.measurements.map(row)
        return """
            # Results: ceremonies

            <!-- Written by scripts/bench ceremonies --record. Changes by hand are lost. -->

            \(report.time.description.prefix(10)), \(Self.machine), \(CryptographyLibrary.version), \(Self.swift):

            \(table.joined(separator: "\n"))

            [Benchmarks](../benchmarks.md) explains what is measured, and how.

            """
    }

    private func row(_ measurement: Measurement) -> String {
        // What the page is read for.
        let emphasis = measurement.name.hasPrefix("ES256: authentication") ? "**" : ""
        let rate = report.rate(of: measurement).map { emphasis + String(format: "%.1f %%", $0 * 100) + emphasis }
        let cells = [
            emphasis + measurement.name + emphasis, String(format: "%.2f", measurement.median / 1000),
            spaced(1e9 / measurement.median), rate ?? "", spaced(measurement.allocations?.requests),
            spaced(measurement.allocations?.bytes),
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    /// Returns 23787 as 23 787, and nothing where nothing was counted, as on macOS.
    private func spaced(_ value: Double?) -> String {
        guard let value else { return "" }
        var digits = String(Int(value.rounded()))
        for position in stride(from: digits.count - 3, to: 0, by: -3) {
            digits.insert(" ", at: digits.index(digits.startIndex, offsetBy: position))
        }
        return digits
    }

    private static var machine: String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) }
        return "\(ProcessInfo.processInfo.processorCount) processors, \(model ?? "of an unknown model"), "
            + ProcessInfo.processInfo.operatingSystemVersionString
    }

    /// The version of the compiler in the path, such as `Swift 6.3`.
    private static var swift: String {
        let (compiler, output) = (Process(), Pipe())
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        compiler.arguments = ["swift", "--version"]
        compiler.standardOutput = output
        compiler.standardError = FileHandle.nullDevice
        guard (try? compiler.run()) != nil else { return "unknown Swift" }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        compiler.waitUntilExit()
        return text.firstMatch(of: /Swift version ([\d.]+)/).map { "Swift \($0.1)" } ?? "unknown Swift"
    }
}
