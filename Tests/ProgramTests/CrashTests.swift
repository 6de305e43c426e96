// SPDX-License-Identifier: Apache-2.0

import Foundation
import ServerHarness
import Testing

@Suite struct CrashTests {
    @Test func `a server that is killed keeps what it acknowledged and accepts nothing twice`() throws {
        var trial = CrashTrial(rounds: 4, seed: UInt64.random(in: 1...999_999))
        trial.maximumResponses = 80
        let summary = try trial.run()
        #expect(summary.contradictions == [], "seed \(trial.seed)")
        #expect(summary.rounds == 4 && summary.acknowledged > 0)
    }

    @Test func `a crash trial detects a server that lost what it acknowledged`() throws {
        var trial = CrashTrial(rounds: 1, seed: 1)
        trial.maximumResponses = 80
        trial.corruptData = { folder in
            for suffix in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: folder.database + suffix) }
        }
        #expect(try trial.run().contradictions.isEmpty == false)
    }

    @Test func `a crash trial detects a server that lost a mail`() throws {
        var trial = CrashTrial(rounds: 1, seed: 1)
        trial.maximumResponses = 80
        trial.defersMail = true
        trial.corruptData = { folder in try DatabaseEdit.removeMail(in: folder.database) }
        #expect(try trial.run().contradictions.contains { $0.contains("mails were sent for") })
    }
}
