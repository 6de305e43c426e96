// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import WebAuthnVerification
import WireFormats

/// The results as a table and as JSON.
struct Report {
    let run: BenchmarkRun
    let measurements: [Measurement]
    let time: Timestamp

    func rate(of measurement: Measurement) -> Double? {
        guard let name = measurement.counterpart else { return nil }
        return measurements.first { $0.name == name }.map { measurement.rate(relativeTo: $0) }
    }

    /// The gates of the measured cases, with their rates.
    private var gates: [(gate: Gate, rate: Double)] {
        Gate.all.compactMap { gate in
            measurements.first { $0.name == gate.name }.flatMap(rate(of:)).map { (gate, $0) }
        }
    }

    var doGatesHold: Bool { gates.allSatisfy { $0.rate >= $0.gate.leastRate } }

    // MARK: - Table

    var table: String {
        let width = measurements.map(\.name.count).max() ?? 0
        var lines = [
            "\(time), \(CryptographyLibrary.version), one thread, \(run.rounds) rounds of \(run.millisecondsPerCase) ms:"
                + " medians of CPU time",
            "",
            row("case".padded(width), values: ["µs", "per second", "of bare", "allocations", "bytes"]),
        ]
        lines += measurements.map { measurement in
            row(
                measurement.name.padded(width),
                values: [
                    decimal(measurement.median / 1000, digits: 2), decimal(1e9 / measurement.median, digits: 0),
                    rate(of: measurement).map(percent) ?? "", decimal(measurement.allocations?.requests, digits: 1),
                    decimal(measurement.allocations?.bytes, digits: 0),
                ])
        }
        lines.append("")
        lines += gates.map { gate, rate in
            "\(rate >= gate.leastRate ? "PASS" : "FAIL")  \(gate.name): "
                + "\(percent(rate)) of bare, at least \(percent(gate.leastRate)) required"
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ name: String, values: [String]) -> String {
        zip(values, [9, 11, 8, 12, 8]).reduce(name) { $0 + $1.0.padded(-$1.1) }
    }

    private func decimal(_ value: Double?, digits: Int) -> String {
        value.map { String(format: "%.\(digits)f", $0) } ?? "n/a"
    }

    private func percent(_ rate: Double) -> String { decimal(rate * 100, digits: 1) + " %" }

    // MARK: - JSON

    var json: JSONValue {
        [
            "date": .string(time.description),
            "library": .string(CryptographyLibrary.version),
            "rounds": .number(JSONNumber(Int64(run.rounds))),
            "millisecondsPerRound": .number(JSONNumber(Int64(run.millisecondsPerCase))),
            "cases": .array(measurements.map(json(of:))),
            "gates": .array(
                gates.map { gate, rate in
                    [
                        "case": .string(gate.name), "rate": number(rate), "leastRate": number(gate.leastRate),
                        "holds": .bool(rate >= gate.leastRate),
                    ]
                }),
        ]
    }

    private func json(of measurement: Measurement) -> JSONValue {
        [
            "name": .string(measurement.name),
            "microseconds": number(measurement.median / 1000),
            "lowerQuartile": number(measurement.quartiles.lower / 1000),
            "upperQuartile": number(measurement.quartiles.upper / 1000),
            "perSecond": number(1e9 / measurement.median),
            "counterpart": measurement.counterpart.map(JSONValue.string) ?? .null,
            "rateOfCounterpart": number(rate(of: measurement)),
            "allocations": number(measurement.allocations?.requests),
            "allocatedBytes": number(measurement.allocations?.bytes),
        ]
    }

    private func number(_ value: Double?) -> JSONValue {
        value.flatMap { JSONNumber(String(format: "%.4f", $0)) }.map(JSONValue.number) ?? .null
    }
}

extension String {
    /// Pads the text on the right, or on the left for a negative width.
    fileprivate func padded(_ width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, abs(width) - count))
        return width < 0 ? blanks + self : self + blanks
    }
}

/// The minimum rate of a case relative to the bare signature verification.
struct Gate {
    let name: String
    let leastRate: Double

    static let all =
        [
            Gate(name: CeremonyCases.parsedName("ES256"), leastRate: 0.85),
            Gate(name: CeremonyCases.rebuiltName("ES256"), leastRate: 0.75),
        ] + CostlyCases.registrationNames.map { Gate(name: $0, leastRate: 1 / Double(AttestationPolicy().limits.work)) }
}
