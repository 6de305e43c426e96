// SPDX-License-Identifier: Apache-2.0

/// The measurements of one case in all rounds.
struct Measurement {
    /// Heap allocations of one operation.
    struct Allocations {
        let requests: Double
        let bytes: Double
    }

    let name: String
    let counterpart: String?
    let allocations: Allocations?
    /// The time of one operation in each round.
    var nanoseconds: [Double] = []

    init(of benchmark: BenchmarkCase, allocations: Allocations?) {
        name = benchmark.name
        counterpart = benchmark.counterpart
        self.allocations = allocations
    }

    var median: Double { Self.median(nanoseconds) }

    /// The lower and upper quartile of the rounds.
    var quartiles: (lower: Double, upper: Double) {
        let sorted = nanoseconds.sorted()
        return (sorted[sorted.count / 4], sorted[sorted.count - 1 - sorted.count / 4])
    }

    /// Returns the median ratio of this case's rate to another's in the same round.
    func rate(relativeTo other: Measurement) -> Double {
        Self.median(zip(nanoseconds, other.nanoseconds).map { $1 / $0 })
    }

    private static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
