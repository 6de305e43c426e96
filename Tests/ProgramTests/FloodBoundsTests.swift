// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import Testing

@Suite struct FloodBoundsTests {
    @Test(
        arguments: [
            (FloodBounds.Phase.challenges, 0, 0, 0), (.challenges, 9 << 20, 0, 1), (.challenges, 0, 3 << 20, 1),
            (.rejections, 0, 3 << 20, 0), (.rejections, 0, 13 << 20, 1), (.expiry, 9 << 20, 3 << 20, 2),
        ])
    func `the bounds of a flood name whatever exceeds them`(
        phase: FloodBounds.Phase, memory: Int, database: Int, expected: Int
    ) {
        let start = Flood.Measurement(residentMemory: 30 << 20, databaseSize: 1 << 20, requests: 0)
        let measurement = Flood.Measurement(
            residentMemory: start.residentMemory + memory, databaseSize: start.databaseSize + database, requests: 0)
        #expect(FloodBounds(start: start, count: 100_000).violations(in: measurement, after: phase).count == expected)
    }
}
