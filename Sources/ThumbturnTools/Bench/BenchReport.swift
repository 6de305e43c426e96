// SPDX-License-Identifier: Apache-2.0

import CommandLine
import WireFormats

/// The text and JSON forms of a result.
struct BenchReport {
    let request: BenchRequest
    let result: BenchResult

    /// The value of `--tokens`, or at a running server the one that matches its tokens, if there is one.
    private var tokens: String? {
        let isOwn = request.url == nil || result.algorithms.signatures.isEmpty
        return (isOwn ? request.tokens : result.algorithms.tokens)?.rawValue
    }

    var text: String {
        let place = request.url.map { "\($0)" } ?? "own server"
        var lines = [
            "",
            "\(request.scenario.rawValue), \(tokens.map { "tokens \($0), " } ?? "")\(request.users) users, "
                + "\(request.connections) connections, \(DecimalText(result.seconds, digits: 1)) s, \(place)",
        ]
        let rows = rows
        let width = rows.map(\.name.count).max() ?? 0
        lines += rows.map { "  " + $0.name.padded(to: width) + "  " + $0.value }
        if let error = result.firstError { lines.append("  The first error: \(error)") }
        return lines.joined(separator: "\n") + "\n"
    }

    private var rows: [(name: String, value: String)] {
        let percentiles = result.tally.percentiles
        let latency = [("p50", percentiles?.p50), ("p95", percentiles?.p95), ("p99", percentiles?.p99)]
            .map { "\($0) \(DecimalText($1, digits: 2)) ms" }.joined(separator: ", ")
        let system = result.systemTime.map { ", \(DecimalText($0, digits: 0)) of them in the system" } ?? ""
        return [
            ("operations per second", "\(DecimalText(result.operationsPerSecond, digits: 1))"),
            ("latency", latency),
            ("errors", "\(result.errors)"),
            ("server CPU per operation", "\(DecimalText(result.processorTime, digits: 1)) µs\(system)"),
            ("of them in threads that hash", result.hashingTime.map { "\(DecimalText($0, digits: 1)) µs" } ?? "–"),
            ("floor", result.floor.map { "\(DecimalText($0, digits: 1)) µs: \(result.floorText)" } ?? "–"),
            ("CPU over floor", "\(DecimalText(result.overFloor, digits: 2))"),
            ("durable units per operation", "\(DecimalText(result.unitsPerOperation, digits: 3))"),
            ("server memory", "\(DecimalText(result.residentMemory.map { Double($0) / 1_048_576 }, digits: 1)) MB"),
            ("this client's CPU per operation", "\(DecimalText(result.clientTime, digits: 1)) µs"),
        ]
    }

    /// The result on one line. Values that could not be measured are null.
    var jsonLine: String {
        let percentiles = result.tally.percentiles
        let members: JSONObject = [
            "scenario": .string(request.scenario.rawValue), "tokens": tokens.map(JSONValue.string) ?? .null,
            "ops_per_s": DecimalText(result.operationsPerSecond, digits: 1).json,
            "p50_ms": DecimalText(percentiles?.p50, digits: 3).json,
            "p95_ms": DecimalText(percentiles?.p95, digits: 3).json,
            "p99_ms": DecimalText(percentiles?.p99, digits: 3).json,
            "errors": .number(JSONNumber(Int64(result.errors))),
            "cpu_us_per_op": DecimalText(result.processorTime, digits: 1).json,
            "hashing_us_per_op": DecimalText(result.hashingTime, digits: 1).json,
            "floor_us": DecimalText(result.floor, digits: 1).json,
            "cpu_over_floor": DecimalText(result.overFloor, digits: 3).json,
            "units_per_op": DecimalText(result.unitsPerOperation, digits: 4).json,
            "rss_mb": DecimalText(result.residentMemory.map { Double($0) / 1_048_576 }, digits: 1).json,
        ]
        return String(decoding: JSONValue.object(members).serialized(), as: UTF8.self)
    }
}

/// A number with a fixed number of decimal places, or a dash for `nil`.
struct DecimalText: CustomStringConvertible {
    let description: String
    let json: JSONValue

    init(_ value: Double?, digits: Int) {
        guard let value, value.isFinite, value.magnitude < 1e12 else {
            description = "–"
            json = .null
            return
        }
        let unit = (0..<digits).reduce(1) { product, _ in product * 10 }
        let scaled = Int((value.magnitude * Double(unit)).rounded())
        let fraction = String(scaled % unit)
        let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
        let sign = value < 0 && scaled > 0 ? "-" : ""
        description = sign + String(scaled / unit) + (digits > 0 ? "." + zeros + fraction : "")
        json = JSONNumber(description).map(JSONValue.number) ?? .null
    }
}

/// The progress line of one second.
struct SecondLine {
    let number: Int
    let tally: BenchTally
    let processors: Double?

    static let title = columns(["second", "ops", "p50 ms", "p95 ms", "p99 ms", "errors", "server CPUs"])

    var text: String {
        let percentiles = tally.percentiles
        return Self.columns([
            "\(number)", "\(tally.operations)", "\(DecimalText(percentiles?.p50, digits: 2))",
            "\(DecimalText(percentiles?.p95, digits: 2))", "\(DecimalText(percentiles?.p99, digits: 2))",
            "\(tally.errors)",
            "\(DecimalText(processors, digits: 2))",
        ])
    }

    private static func columns(_ cells: [String]) -> String {
        cells.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
    }
}
