// SPDX-License-Identifier: Apache-2.0

import Testing
import ThumbturnTools

/// The statistics of benchmarks and of the command `enumeration`, with numbers that were calculated by hand.
@Suite struct StatisticsTests {
    @Test func `a median is the middle value, or the mean of the two in the middle`() {
        #expect([3.0, 1, 2].median == 2)
        #expect([4.0, 1, 3, 2].median == 2.5)
        #expect([Double]().median == nil)
    }

    @Test(
        arguments: [
            ([1, 2, 3], [1, 2, 3], 0.5),
            ([4, 5], [1, 2, 3], 1),
            ([0], [1, 2, 3], 0),
            // 2 exceeds 1, and 5 exceeds all three: four of six pairs.
            ([2, 5], [1, 3, 4], 4.0 / 6),
            // 2 exceeds 1, and is equal to two others: two of three pairs.
            ([2], [2, 1, 2], 2.0 / 3),
        ] as [([Double], [Double], Double)])
    func `the probability of exceeding counts pairs, and equal ones half`(
        first: [Double], second: [Double], expected: Double
    ) {
        #expect((first.probabilityOfExceeding(second) - expected).magnitude < 1e-12)
        #expect((second.probabilityOfExceeding(first) - (1 - expected)).magnitude < 1e-12)
    }

    @Test(
        arguments: [
            ([7: 2], [7: 50], 0),
            ([1: 1], [2: 1], 1),
            ([1: 1, 2: 1], [2: 1, 3: 1], 0.5),
            // Three quarters and one quarter, next to two halves.
            ([1: 3, 2: 1], [1: 2, 2: 2], 0.25),
            ([:], [:], 0),
        ] as [([Int: Int], [Int: Int], Double)])
    func `the total variation distance compares shares, not counts`(
        first: [Int: Int], second: [Int: Int], expected: Double
    ) {
        #expect(first.totalVariation(from: second) == expected)
        #expect(second.totalVariation(from: first) == expected)
    }
}
