// SPDX-License-Identifier: Apache-2.0

import ThumbturnServer

/// The text of `docs/operations/metrics.md`.
enum MetricsPage {
    static let text: String = """
        # Metrics

        <!-- Generated from the program's table of metrics; a test compares. To regenerate it:
             THUMBTURN_WRITE_PAGES=1 scripts/test --filter MetricsPageTests -->

        `thumbturn serve --metrics-listen 9464` serves them at `http://127.0.0.1:9464/metrics`, in version 0.0.4 of Prometheus's text
        format. [monitoring.md](monitoring.md) says what to watch. Without the setting nothing is counted.

        | metric | type | unit | labels | |
        |---|---|---|---|---|
        \(Metric.table.map(\.row).joined(separator: "\n"))

        A histogram has the suffixes `_bucket`, `_sum` and `_count`. A combination of labels that has not occurred may be absent, and so
        is a metric that does not apply: without `--tls-cert` there is no certificate, and memory and descriptors are those of Linux.

        ## Labels

        The values of labels come from the program and the configuration. None comes from a request: there are no paths, clients, users
        or addresses among them.

        | label | values |
        |---|---|
        \(Metric.Label.allCases.map { "| `\($0.rawValue)` | \($0.explanation) |" }.joined(separator: "\n"))

        """
}

extension Metric {
    fileprivate var row: String {
        let labels = labels.map { "`\($0.rawValue)`" }.joined(separator: ", ")
        return "| `\(name)` | \(kind.rawValue) | \(unit.rawValue) | \(labels) | \(help) |"
    }
}
