// SPDX-License-Identifier: Apache-2.0

/// Metrics as text, in version 0.0.4 of Prometheus's format.
package struct MetricsText: Sendable {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    package private(set) var text = ""

    package init() {}

    /// Appends a metric with its value for each combination of labels. A metric without values is left out.
    package mutating func append(_ metric: Metric, _ samples: [(labels: [String], value: Double)]) {
        guard !samples.isEmpty else { return }
        appendHead(of: metric)
        for sample in samples {
            appendLine(metric.name, labels: Self.pairs(of: metric, sample.labels), value: sample.value)
        }
    }

    /// Appends a metric without labels, unless its value is not known.
    package mutating func append(_ metric: Metric, _ value: Double?) {
        append(metric, value.map { [([], $0)] } ?? [])
    }

    /// Appends histograms.
    @available(macOS 15, *)
    package mutating func append(
        _ metric: Metric, _ buckets: HistogramBuckets, _ samples: [(labels: [String], content: Histograms.Content)]
    ) {
        guard !samples.isEmpty else { return }
        appendHead(of: metric)
        let bounds = buckets.bounds.map { Self.number(Double($0) / buckets.perUnit) } + ["+Inf"]
        for (labels, content) in samples {
            let pairs = Self.pairs(of: metric, labels)
            for (bound, count) in zip(bounds, content.cumulative) {
                appendLine(metric.name + "_bucket", labels: pairs + [("le", bound)], value: Double(count))
            }
            appendLine(metric.name + "_sum", labels: pairs, value: content.sum)
            appendLine(metric.name + "_count", labels: pairs, value: Double(content.count))
        }
    }

    private mutating func appendHead(of metric: Metric) {
        text += "# HELP \(metric.name) \(Self.escaped(metric.help, quoted: false))\n"
        text += "# TYPE \(metric.name) \(metric.kind.rawValue)\n"
    }

    private mutating func appendLine(_ name: String, labels: [(name: String, value: String)], value: Double) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quoted: true))\"" }
            text += "{\(pairs.joined(separator: ","))}"
        }
        text += " \(Self.number(value))\n"
    }

    /// An empty value means that the label is absent.
    private static func pairs(of metric: Metric, _ values: [String]) -> [(name: String, value: String)] {
        zip(metric.labels, values).filter { !$0.1.isEmpty }.map { ($0.rawValue, $1) }
    }

    private static func escaped(_ text: String, quoted: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += #"\\"#
            case "\n": escaped += #"\n"#
            case "\"" where quoted: escaped += #"\""#
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    /// Without the decimal point of a whole number.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }
}
