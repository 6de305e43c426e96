// SPDX-License-Identifier: Apache-2.0

/// The sizes by which a histogram counts, as whole numbers: nanoseconds of a duration, for example.
package struct HistogramBuckets: Sendable {
    /// The largest size of each bucket but the last, which takes the rest.
    package let bounds: [UInt64]
    /// The number of these that make the unit of the metric.
    package let perUnit: Double

    package init(bounds: [UInt64], perUnit: Double = 1) {
        self.bounds = bounds
        self.perUnit = perUnit
    }

    /// From half a millisecond, which few requests that store something need, to the deadline of clients.
    static let requests = HistogramBuckets(
        bounds: [
            500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000,
            500_000_000, 1_000_000_000, 2_500_000_000, 5_000_000_000, 10_000_000_000,
        ], perUnit: 1e9)
    /// From what an idle machine needs to what users notice.
    static let waits = HistogramBuckets(
        bounds: [
            50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
            100_000_000, 250_000_000, 500_000_000, 1_000_000_000, 5_000_000_000,
        ], perUnit: 1e9)
    static let batches = HistogramBuckets(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])
}

/// Histograms with the same buckets, one for each series of a metric. Any thread observes without a lock.
@available(macOS 15, *)
package final class Histograms: Sendable {
    /// The content of one histogram.
    package struct Content: Hashable, Sendable {
        /// The number of observations that are at most as large as each bound; the last is the number of all.
        package var cumulative: [UInt64]
        /// In the unit of the metric.
        package var sum: Double

        package var count: UInt64 { cumulative.last ?? 0 }

        package init(cumulative: [UInt64], sum: Double) {
            self.cumulative = cumulative
            self.sum = sum
        }
    }

    package let buckets: HistogramBuckets
    /// For each series its buckets, and then its sum.
    private let counters: Counters
    private var width: Int { buckets.bounds.count + 2 }

    package init(_ buckets: HistogramBuckets, series: Int = 1) {
        self.buckets = buckets
        counters = Counters(count: series * (buckets.bounds.count + 2))
    }

    package func observe(_ size: UInt64, in series: Int = 0) {
        let bounds = buckets.bounds
        var bucket = 0
        while bucket < bounds.count, bounds[bucket] < size { bucket += 1 }
        counters.add(at: series * width + bucket)
        counters.add(size, at: series * width + bounds.count + 1)
    }

    package func content(of series: Int = 0) -> Content {
        let start = series * width
        var total: UInt64 = 0
        let cumulative = (0...buckets.bounds.count).map { bucket in
            total += counters[start + bucket]
            return total
        }
        return Content(
            cumulative: cumulative, sum: Double(counters[start + buckets.bounds.count + 1]) / buckets.perUnit)
    }
}
