// SPDX-License-Identifier: Apache-2.0

import TestConsole
import Testing
import ThumbturnServer

/// The text is what Prometheus's page on exposition formats describes.
struct MetricsTextTests {
    private static func metric(_ name: String) throws -> Metric {
        try #require(Metric.table.first { $0.name == name })
    }

    private static func lines(_ text: MetricsText) -> [String] {
        text.text.split(separator: "\n").filter { !$0.hasPrefix("# HELP") }.map(String.init)
    }

    @Test func `a metric has its help, its type and a line for each combination of labels`() throws {
        var text = MetricsText()
        let metric = try Self.metric("thumbturn_outbox_attempts_total")
        text.append(metric, [(["mail", "sent"], 3), (["mail", "failed"], 0)])
        #expect(
            text.text == """
                # HELP thumbturn_outbox_attempts_total \(metric.help)
                # TYPE thumbturn_outbox_attempts_total counter
                thumbturn_outbox_attempts_total{kind="mail",outcome="sent"} 3
                thumbturn_outbox_attempts_total{kind="mail",outcome="failed"} 0

                """)
    }

    @Test func `backslashes, quotation marks and line ends in a label are escaped`() throws {
        var text = MetricsText()
        text.append(try Self.metric("thumbturn_build_info"), [([#"a\b"c"# + "\nd"], 1)])
        #expect(Self.lines(text).last == #"thumbturn_build_info{version="a\\b\"c\nd"} 1"#)
    }

    @Test func `an empty label is left out`() throws {
        var text = MetricsText()
        text.append(
            try Self.metric("thumbturn_ceremonies_total"),
            [(["registration", "accepted", "", ""], 1), (["registration", "rejected", "7.1.9", "a.b"], 2)])
        #expect(
            Self.lines(text).dropFirst() == [
                #"thumbturn_ceremonies_total{kind="registration",outcome="accepted"} 1"#,
                #"thumbturn_ceremonies_total{kind="registration",outcome="rejected",step="7.1.9",code="a.b"} 2"#,
            ])
    }

    @Test func `a metric without a value is left out`() throws {
        var text = MetricsText()
        text.append(try Self.metric("process_resident_memory_bytes"), nil)
        text.append(try Self.metric("thumbturn_certificate_expiry_timestamp_seconds"), [])
        #expect(text.text.isEmpty)
    }

    @Test func `whole numbers have no decimal point, and others keep theirs`() throws {
        var text = MetricsText()
        let metric = try Self.metric("process_cpu_seconds_total")
        text.append(metric, 1_795_713_340)
        text.append(metric, 0.000639)
        #expect(
            Self.lines(text).filter { !$0.hasPrefix("#") } == [
                "process_cpu_seconds_total 1795713340", "process_cpu_seconds_total 0.000639",
            ])
    }

    @available(macOS 15, *)
    @Test func `a histogram has its cumulative buckets, up to infinity, its sum and its count`() throws {
        let histograms = Histograms(HistogramBuckets(bounds: [500_000, 10_000_000_000], perUnit: 1e9))
        for size: UInt64 in [250_000, 1_000_000_000, 20_000_000_000] { histograms.observe(size) }
        var text = MetricsText()
        text.append(
            try Self.metric("thumbturn_http_request_duration_seconds"), histograms.buckets,
            [(["other", "4xx"], histograms.content())])
        let labels = #"operation="other",status="4xx""#
        let name = "thumbturn_http_request_duration_seconds"
        #expect(
            Self.lines(text) == [
                "# TYPE \(name) histogram",
                #"\#(name)_bucket{\#(labels),le="0.0005"} 1"#,
                #"\#(name)_bucket{\#(labels),le="10"} 2"#,
                #"\#(name)_bucket{\#(labels),le="+Inf"} 3"#,
                "\(name)_sum{\(labels)} 21.00025",
                "\(name)_count{\(labels)} 3",
            ])
    }
}
