// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite("When the power fails")
struct PowerLossTests {
    @Test("what was acknowledged is there, and nothing by halves", arguments: 0..<20 as Range<UInt64>)
    func nothingIsLost(seed: UInt64) async throws {
        var trial = try PowerLossTrial(seed: seed)
        try await trial.run(cuts: 25)
        #expect(trial.losses == [])
        #expect(trial.acknowledged > 20)
    }

    @Test(
        "a storage that does not sync at each commit is caught",
        arguments: ["PRAGMA synchronous = OFF", "PRAGMA synchronous = NORMAL"] as [StaticString])
    func carelessness(statement: StaticString) async throws {
        var caught = 0
        for seed in 0..<10 as Range<UInt64> {
            var trial = try PowerLossTrial(seed: seed, testStatements: [statement])
            try await trial.run(cuts: 60)
            if !trial.losses.isEmpty { caught += 1 }
        }
        // Which operation a cut hits depends on how threads take turns, so a seed may go unpunished.
        #expect(caught >= 5)
    }
}
