// SPDX-License-Identifier: Apache-2.0

import CommandLine
import TestConsole
import ThumbturnServer
import ThumbturnTools

extension RecordingConsole {
    /// Runs a command line of `thumbturn-tools`, and returns its exit status.
    func run(_ words: String...) async -> ExitStatus { await run(words) }

    func run(_ words: [String]) async -> ExitStatus { await run(words, of: .tools) }

    /// Runs a command line of `thumbturn`, and returns its exit status.
    func runThumbturn(_ words: String...) async -> ExitStatus { await run(words, of: .thumbturn) }
}
