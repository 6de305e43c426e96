// SPDX-License-Identifier: Apache-2.0

import CommandLine
import POSIX
import ThumbturnServer

/// The output of a command that ran in this process.
struct CommandRun {
    let status: ExitStatus
    let output: String

    init(_ words: [String]) async {
        let output = Locked("")
        let append = { @Sendable (text: String) in output.withLock { $0 += text } }
        let console = Console(write: append, writeError: append, readSome: { _ in [] })
        status = await CommandLineInterface.thumbturn.run(words, console: console)
        self.output = output.withLock { $0 }
    }
}
