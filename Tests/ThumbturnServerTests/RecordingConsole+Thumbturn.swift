// SPDX-License-Identifier: Apache-2.0

import CommandLine
import TestConsole
import ThumbturnServer

extension RecordingConsole {
    /// Runs a command line of `thumbturn`, and returns its exit status.
    func run(_ words: String...) async -> ExitStatus { await run(words) }

    func run(_ words: [String], environment: [String: String] = [:]) async -> ExitStatus {
        await run(words, of: .thumbturn, environment: environment)
    }
}
