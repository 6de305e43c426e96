// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Where a command writes, and what it reads from: the process's streams, or a test's.
package struct Console: Sendable {
    /// Writes to standard output.
    package var write: @Sendable (String) -> Void
    /// Writes to standard error.
    package var writeError: @Sendable (String) -> Void
    /// Reads at most so many bytes of standard input; none at its end.
    package var readSome: @Sendable (_ count: Int) -> [UInt8]

    package init(
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
        readSome: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.write = write
        self.writeError = writeError
        self.readSome = readSome
    }

    /// The process's own streams.
    package static let standard = Console(
        write: { put($0, to: STDOUT_FILENO) },
        writeError: { put($0, to: STDERR_FILENO) },
        readSome: { Files.readSome($0, from: STDIN_FILENO) })

    /// Reads all of standard input.
    func readInput() -> [UInt8] {
        var input: [UInt8] = []
        while true {
            let some = readSome(65_536)
            guard !some.isEmpty else { return input }
            input += some
        }
    }

    func line(_ text: String) { write(text + "\n") }

    func errorLine(_ text: String) { writeError(text + "\n") }

    func exit(with status: ExitStatus) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status.rawValue)
        #else
            Darwin.exit(status.rawValue)
        #endif
    }

    /// A reader that went away, as `head` does, is no reason to go on.
    private static func put(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { posixWrite($0, to: descriptor) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
