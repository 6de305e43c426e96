// SPDX-License-Identifier: Apache-2.0

/// What `bench rounds` has measured, as JSON. Reports of earlier versions have the same members.
package struct RoundsReport: Sendable {
    package var results: RoundsResults
    /// How the server starts, if that was measured as well.
    package var starts: StartTimes?

    package init(results: RoundsResults, starts: StartTimes?) {
        self.results = results
        self.starts = starts
    }
}

extension RoundsReport: Codable {
    package init(from decoder: any Decoder) throws {
        results = try RoundsResults(from: decoder)
        let members = try decoder.container(keyedBy: StartTimes.CodingKeys.self)
        starts = members.allKeys.isEmpty ? nil : try StartTimes(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        try results.encode(to: encoder)
        try starts?.encode(to: encoder)
    }
}

/// The operations of a report, and where and how they were measured.
package struct RoundsResults: Codable, Sendable {
    let date: String
    let machine: String?
    let rounds: Int
    /// The length of one measurement.
    let seconds: Int
    let users: Int
    let few: Int
    let many: Int
    /// By the names of the operations.
    package var operations: [String: OperationMedians]
}

/// The medians of the rounds of an operation. Times of the processor are in microseconds.
package struct OperationMedians: Codable, Sendable {
    var tokens: String?
    let operationsPerSecond: Double
    let p50: Double
    let p95: Double
    let p99: Double
    package var processorTime: Double
    let leastProcessorTime: Double
    let mostProcessorTime: Double
    let systemTime: Double?
    let floor: Double?
    package var overFloor: Double?
    package var unitsPerOperation: Double?
    /// In megabytes.
    let residentMemory: Double?
    /// Of all rounds together.
    package var errors: Int

    private enum CodingKeys: String, CodingKey {
        case tokens
        case operationsPerSecond = "ops_per_s"
        case p50 = "p50_ms"
        case p95 = "p95_ms"
        case p99 = "p99_ms"
        case processorTime = "cpu_us_per_op"
        case leastProcessorTime = "cpu_least_us"
        case mostProcessorTime = "cpu_most_us"
        case systemTime = "system_us"
        case floor = "floor_us"
        case overFloor = "cpu_over_floor"
        case unitsPerOperation = "units_per_op"
        case residentMemory = "rss_mb"
        case errors
    }

    /// Returns `nil` if the time of the processor is unknown, as on systems without `/proc`.
    init?(of results: [BenchResult], tokens: String?) {
        func median(digits: Int, _ value: (BenchResult) -> Double?) -> Double? {
            results.compactMap(value).median.map { $0.rounded(toDigits: digits) }
        }
        let times = results.compactMap(\.processorTime)
        guard let processorTime = times.median, let least = times.min(), let most = times.max(),
            let operationsPerSecond = median(digits: 1, \.operationsPerSecond),
            let p50 = median(digits: 3, { $0.tally.percentiles?.p50 }),
            let p95 = median(digits: 3, { $0.tally.percentiles?.p95 }),
            let p99 = median(digits: 3, { $0.tally.percentiles?.p99 })
        else { return nil }
        self.tokens = tokens
        self.operationsPerSecond = operationsPerSecond
        (self.p50, self.p95, self.p99) = (p50, p95, p99)
        self.processorTime = processorTime.rounded(toDigits: 1)
        leastProcessorTime = least.rounded(toDigits: 1)
        mostProcessorTime = most.rounded(toDigits: 1)
        systemTime = median(digits: 0, \.systemTime)
        floor = median(digits: 1, \.floor)
        overFloor = median(digits: 3, \.overFloor)
        unitsPerOperation = median(digits: 4, \.unitsPerOperation)
        residentMemory = median(digits: 1) { $0.residentMemory.map { Double($0) / 1_048_576 } }
        errors = results.map(\.errors).reduce(0, +)
    }
}

/// How a server starts, as `ServerTrials start` measures it. Times are in milliseconds.
package struct StartTimes: Codable, Sendable {
    let starts: Int
    /// In megabytes.
    package var idleMemory: Double
    package var fresh: Int
    let freshLeast: Int
    let freshMost: Int
    let freshProcessorTime: Int
    package var again: Int
    let againLeast: Int
    let againMost: Int
    let againProcessorTime: Int

    fileprivate enum CodingKeys: String, CodingKey {
        case starts
        case idleMemory = "idle_mb"
        case fresh = "fresh_ms"
        case freshLeast = "fresh_least_ms"
        case freshMost = "fresh_most_ms"
        case freshProcessorTime = "fresh_processor_ms"
        case again = "again_ms"
        case againLeast = "again_least_ms"
        case againMost = "again_most_ms"
        case againProcessorTime = "again_processor_ms"
    }
}

extension Double {
    fileprivate func rounded(toDigits digits: Int) -> Double {
        let unit = (0..<digits).reduce(1.0) { product, _ in product * 10 }
        return (self * unit).rounded() / unit
    }
}
