// SPDX-License-Identifier: Apache-2.0

/// One operation to be measured.
struct BenchmarkCase {
    let name: String
    /// The case that is the least this one can cost, for the column of ratios.
    var counterpart: String?
    /// Performs the operation once and says whether it did what it should.
    let operation: () -> Bool

    /// An operation that fails by throwing.
    static func of<Result>(
        _ name: String, counterpart: String? = nil, _ operation: @escaping () throws -> Result
    ) -> BenchmarkCase {
        BenchmarkCase(name: name, counterpart: counterpart) { (try? operation()) != nil }
    }
}
