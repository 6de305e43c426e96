// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

struct PowerLossTests {
    /// Each takes two processors for a few seconds. The nightly trials run them all.
    private static let seeds: Range<UInt64> =
        0..<(ProcessInfo.processInfo.environment["THUMBTURN_TRIALS"] == nil ? 4 : 20)

    @Test(arguments: seeds)
    func `a power loss keeps every acknowledged transaction and none in part`(seed: UInt64) async throws {
        var trial = try PowerLossTrial(seed: seed)
        try await trial.run(cuts: 25)
        #expect(trial.losses == [])
        #expect(trial.acknowledged > 20)
    }

    @Test(arguments: ["PRAGMA synchronous = OFF", "PRAGMA synchronous = NORMAL"] as [StaticString])
    func `a storage that does not sync each commit is detected`(statement: StaticString) async throws {
        // Which operation a cut hits depends on the scheduling of threads, so a seed may not lose anything. Most lose
        // something.
        var isDetected = false
        for seed in 0..<50 as Range<UInt64> where !isDetected {
            var trial = try PowerLossTrial(seed: seed, testStatements: [statement])
            try await trial.run(cuts: 60)
            isDetected = !trial.losses.isEmpty
        }
        #expect(isDetected)
    }
}
