// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import Testing

/// The traces of a flood in the database and in the log. `scripts/trials flood` measures memory.
@Suite struct FloodTests {
    private let program: RunningProgram
    private let flood: Flood

    init() throws {
        program = try RunningProgram.settled(on: try ProgramFolder())
        flood = try Flood(program)
    }

    @Test func `a flood of challenges leaves nothing but its lines in the log`() throws {
        #expect(flood.challenges(500) == [])
        let commits = WriteAheadLog(of: program.folder.database).commits
        #expect(flood.challenges(2000) == [])
        #expect(WriteAheadLog(of: program.folder.database).commits == commits)
        _ = try program.stop()
        #expect(flood.measurement.requests == 2500)
    }

    @Test func `a flood of rejected responses leaves one line in the log for each request`() throws {
        let submission = try flood.submission()
        #expect(flood.rejections(1200, with: submission) == [])
        _ = try program.stop()
        #expect(flood.measurement.requests == 2 * 1200 + 3)
    }
}
