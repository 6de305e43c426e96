// SPDX-License-Identifier: Apache-2.0

import Testing
import ThumbturnServer

struct HistogramTests {
    @available(macOS 15, *)
    private var histograms: Histograms { Histograms(HistogramBuckets(bounds: [10, 20, 50], perUnit: 10), series: 2) }

    @available(macOS 15, *)
    @Test func `a size counts in the first bucket whose bound is not below it`() {
        let histograms = histograms
        for size: UInt64 in [0, 10, 11, 20, 50] { histograms.observe(size) }
        #expect(histograms.content().cumulative == [2, 4, 5, 5])
    }

    @available(macOS 15, *)
    @Test func `a size beyond all bounds counts in the total alone`() {
        let histograms = histograms
        for size: UInt64 in [51, .max / 2] { histograms.observe(size) }
        #expect(histograms.content().cumulative == [0, 0, 0, 2])
        #expect(histograms.content().count == 2)
    }

    @available(macOS 15, *)
    @Test func `the sum is in the unit of the metric`() {
        let histograms = histograms
        for size: UInt64 in [5, 20, 100] { histograms.observe(size) }
        #expect(histograms.content().sum == 12.5)
    }

    @available(macOS 15, *)
    @Test func `series don't share their buckets`() {
        let histograms = histograms
        histograms.observe(20, in: 1)
        #expect(histograms.content(of: 0) == Histograms.Content(cumulative: [0, 0, 0, 0], sum: 0))
        #expect(histograms.content(of: 1) == Histograms.Content(cumulative: [0, 1, 1, 1], sum: 2))
    }

    @available(macOS 15, *)
    @Test func `observations of several threads are all counted`() async {
        let histograms = histograms
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for size in 0..<1000 { histograms.observe(UInt64(size % 60)) } }
            }
        }
        let content = histograms.content()
        // Of 0 to 59 each of the 8,000 sizes is 11 times, 21 times and 51 times within a bound; 40 of 1,000 are left
        // over.
        let withinRest: [UInt64] = [11, 21, 40]
        #expect(content.cumulative == [11, 21, 51].enumerated().map { (16 * $1 + withinRest[$0]) * 8 } + [8000])
        #expect(content.count == 8000)
    }
}
