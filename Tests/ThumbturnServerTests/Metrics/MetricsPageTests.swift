// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestConsole
import Testing
import ThumbturnServer

@Suite struct MetricsPageTests {
    private static let page = Checkout.root.appending(path: "docs/operations/metrics.md")

    @Test func `the page of metrics matches the table`() throws {
        if ProcessInfo.processInfo.environment["THUMBTURN_WRITE_PAGES"] != nil {
            try MetricsPage.text.write(to: Self.page, atomically: true, encoding: .utf8)
        }
        let written = try String(contentsOf: Self.page, encoding: .utf8)
        #expect(
            written == MetricsPage.text, "THUMBTURN_WRITE_PAGES=1 scripts/test --filter MetricsPageTests writes it")
    }

    @Test func `names say their unit and whether they only grow, as Prometheus asks`() {
        #expect(Set(Metric.table.map(\.name)).count == Metric.table.count)
        for metric in Metric.table {
            let isTotal = metric.name.hasSuffix("_total")
            #expect(isTotal == (metric.kind == .counter), "\(metric.name)")
            let stem = isTotal ? String(metric.name.dropLast(6)) : metric.name
            for unit in [Metric.Unit.seconds, .bytes] {
                #expect(stem.hasSuffix("_\(unit.rawValue)") == (metric.unit == unit), "\(metric.name)")
            }
            #expect(metric.name.hasPrefix("thumbturn_") || metric.name.hasPrefix("process_"))
            #expect(metric.help.hasSuffix("."))
        }
    }
}
