// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConsole
import Testing
import ThumbturnServer
import WireFormats

/// The dashboard and the alert rules name only what the server shows.
struct MonitoringFilesTests {
    private static let dashboard = Checkout.root.appending(path: "deploy/grafana/thumbturn.json")
    private static let alerts = Checkout.root.appending(path: "deploy/prometheus/alerts.yml")

    /// The metrics by each name that an expression may have, with the labels that it may use of them.
    private static let labelsByName: [String: Set<String>] = {
        var names: [String: Set<String>] = ["up": []]
        for metric in Metric.table {
            let labels = Set(metric.labels.map(\.rawValue))
            guard metric.kind == .histogram else {
                names[metric.name] = labels
                continue
            }
            for suffix in ["_sum", "_count"] { names[metric.name + suffix] = labels }
            names[metric.name + "_bucket"] = labels.union(["le"])
        }
        return names
    }()

    private struct Query {
        let expression: String
        /// The text that names each line of the result.
        let legend: String
    }

    private static func queries() throws -> [Query] {
        queries(in: try JSONReader.read(Array(try Data(contentsOf: dashboard))))
    }

    /// Returns the queries anywhere in a value.
    private static func queries(in value: JSONValue) -> [Query] {
        if let array = value.arrayValue { return array.flatMap { queries(in: $0) } }
        guard let object = value.objectValue else { return [] }
        var found = object.members.flatMap { queries(in: $0.value) }
        if let expression = object["expr"]?.stringValue {
            found.append(Query(expression: expression, legend: object["legendFormat"]?.stringValue ?? ""))
        }
        return found
    }

    /// The expressions of the alert rules, which are blocks of indented lines.
    private static func rules() throws -> [String] {
        let text = try String(contentsOf: alerts, encoding: .utf8)
        return text.components(separatedBy: "        expr: |\n").dropFirst().map { rest in
            rest.split(separator: "\n").prefix { $0.hasPrefix("          ") }.joined(separator: " ")
        }
    }

    private static func matches(_ pattern: String, in text: String) throws -> [String] {
        try text.matches(of: Regex(pattern, as: (Substring, Substring).self)).map { String($0.output.1) }
    }

    /// Returns what an expression names that the server doesn't show.
    private static func unknownNames(in expression: String, legend: String = "") throws -> [String] {
        let names = try matches(#"\b((?:thumbturn|process)_[a-z0-9_]+|up\b)"#, in: expression)
        let allowed = names.reduce(into: Set(["job", "instance"])) { $0.formUnion(labelsByName[$1] ?? []) }
        var labels = try matches(#"\{\{\s*([a-z_]+)\s*\}\}"#, in: legend)
        for matchers in try matches(#"\{([^}]*)\}"#, in: expression) {
            labels += try matches(#"([a-zA-Z_]+)\s*(?:=~|!~|!=|=)\s*""#, in: matchers)
        }
        for grouping in try matches(#"\b(?:by|without|on|ignoring)\s*\(([^)]*)\)"#, in: expression) {
            labels += grouping.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return names.filter { labelsByName[$0] == nil } + labels.filter { !allowed.contains($0) }
            + (names.isEmpty ? ["no metric in \(expression)"] : [])
    }

    @Test func `texts and variables of both files name only metrics that the server has`() throws {
        let known = Set(Self.labelsByName.keys).union(Metric.table.map(\.name))
        for file in [Self.dashboard, Self.alerts] {
            let names = try Self.matches(
                #"\b((?:thumbturn|process)_[a-z0-9_]+)"#, in: try String(contentsOf: file, encoding: .utf8))
            #expect(names.count > 6 && names.filter { !known.contains($0) } == [])
        }
    }

    @Test func `the dashboard names only metrics and labels that the server has`() throws {
        let queries = try Self.queries()
        #expect(queries.count >= 20)
        for query in queries {
            #expect(try Self.unknownNames(in: query.expression, legend: query.legend) == [], "\(query.expression)")
        }
    }

    @Test func `the alert rules name only metrics and labels that the server has`() throws {
        let rules = try Self.rules()
        #expect(rules.count == 7)
        for rule in rules { #expect(try Self.unknownNames(in: rule) == [], "\(rule)") }
    }

    @Test func `each alert says what happened and what to do, and is described to operators`() throws {
        let text = try String(contentsOf: Self.alerts, encoding: .utf8)
        let page = Checkout.root.appending(path: "docs/operations/monitoring.md")
        let described = try String(contentsOf: page, encoding: .utf8)
        let alerts = text.components(separatedBy: "      - alert: ").dropFirst()
        for alert in alerts {
            let name = String(alert.prefix { $0 != "\n" })
            #expect(alert.contains("\n          summary: ") && alert.contains("\n          action: "), "\(name)")
            #expect(described.contains("| `\(name)` |"), "\(name)")
        }
        #expect(alerts.count == 7)
    }

    @Test(arguments: [
        ("rate(thumbturn_http_requests_total[5m])", ["thumbturn_http_requests_total"]),
        (#"thumbturn_http_connections{client="a"}"#, ["client"]),
        ("sum by (path) (rate(thumbturn_http_problems_total[5m]))", ["path"]),
        ("thumbturn_http_request_duration_seconds > 1", ["thumbturn_http_request_duration_seconds"]),
        ("sum by (le) (rate(thumbturn_http_request_duration_seconds_count[5m]))", ["le"]),
    ])
    func `an unknown metric or label is noticed`(expression: String, unknown: [String]) throws {
        #expect(try Self.unknownNames(in: expression) == unknown)
    }
}
