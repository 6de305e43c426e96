// SPDX-License-Identifier: Apache-2.0

/// What the rounds say of one case.
struct Measurement {
    /// Requests to the heap, for one operation.
    struct Allocations {
        let requests: Double
        let bytes: Double
    }

    let name: String
    let counterpart: String?
    let allocations: Allocations?
    /// The time of one operation, once for each round.
    var nanoseconds: [Double] = []

    init(of benchmark: BenchmarkCase, allocations: Allocations?) {
        name = benchmark.name
        counterpart = benchmark.counterpart
        self.allocations = allocations
    }

    var median: Double { Self.median(nanoseconds) }

    /// The middle half of the rounds lies between these.
    var quartiles: (lower: Double, upper: Double) {
        let sorted = nanoseconds.sorted()
        return (sorted[sorted.count / 4], sorted[sorted.count - 1 - sorted.count / 4])
    }

    /// The share of the other case's rate that this one reaches: the median over the rounds, each compared within itself.
    func rate(relativeTo other: Measurement) -> Double {
        Self.median(zip(nanoseconds, other.nanoseconds).map { $1 / $0 })
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
