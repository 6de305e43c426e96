// SPDX-License-Identifier: Apache-2.0

import ServerHarness
import Testing

@Suite struct FloodTests {
    private let program: RunningProgram
    private let flood: Flood

    init() throws {
        program = try RunningProgram.settled(on: try ProgramFolder())
        flood = try Flood(program)
    }

    @Test func `a flood of challenges leaves nothing but its lines in the log`() throws {
        #expect(flood.challenges(500) == [])
        let before = flood.measurement
        let commits = WriteAheadLog(of: program.folder.database).commits
        #expect(flood.challenges(2000) == [])
        let after = flood.measurement
        #expect(WriteAheadLog(of: program.folder.database).commits == commits)
        if !Sanitizer.isActive { #expect(after.residentMemory - before.residentMemory < 4 << 20) }
        _ = try program.stop()
        #expect(flood.measurement.requests == 2500)
    }

    @Test func `a flood of rejected responses leaves memory as it was and one line for each request`() throws {
        let submission = try flood.submission()
        #expect(flood.rejections(200, with: submission) == [])
        let before = flood.measurement
        #expect(flood.rejections(1000, with: submission) == [])
        if !Sanitizer.isActive { #expect(flood.measurement.residentMemory - before.residentMemory < 8 << 20) }
        _ = try program.stop()
        #expect(flood.measurement.requests == 2 * 1200 + 3)
    }
}
