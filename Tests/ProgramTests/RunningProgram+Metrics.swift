// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import Testing
import WireFormats

extension RunningProgram {
    /// Connects to the address at which the metrics are served.
    func connectToMetrics() throws -> WireClient {
        let address = log.wait(for: "server.started")?["metrics"]?.stringValue
        return try WireClient(port: try #require(address?.split(separator: ":").last.flatMap { UInt16($0) }))
    }

    /// Reads the metrics, by their names with labels as in the text, until they are as expected or a time limit passes.
    func metrics(until isExpected: ([String: Double]) -> Bool = { _ in true }) throws -> [String: Double] {
        var metrics: [String: Double] = [:]
        for _ in 0..<300 {
            let response = try connectToMetrics().send(WireRequest("GET", path: "/metrics"))
            let lines = String(decoding: response.body, as: UTF8.self).split(separator: "\n")
            metrics = Dictionary(
                try lines.filter { !$0.hasPrefix("#") }.map { line in
                    let end = try #require(line.lastIndex(of: " "))
                    return (String(line[..<end]), try #require(Double(line[line.index(after: end)...])))
                }, uniquingKeysWith: { _, _ in .nan })
            if isExpected(metrics) { break }
            usleep(100_000)
        }
        return metrics
    }
}
