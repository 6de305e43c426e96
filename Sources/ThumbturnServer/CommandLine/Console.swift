// SPDX-License-Identifier: Apache-2.0

import POSIX
import WireFormats

/// The input and output streams of a command.
package struct Console: Sendable {
    /// Writes to standard output.
    package var write: @Sendable (String) -> Void
    /// Writes to standard error.
    package var writeError: @Sendable (String) -> Void
    /// Reads at most `count` bytes of standard input. Returns no bytes at its end.
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
        write: { writeAll($0, to: STDOUT_FILENO) },
        writeError: { writeAll($0, to: STDERR_FILENO) },
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

    /// Writes a line to standard output.
    func print(_ line: String) { write(line + "\n") }

    /// Writes a line to standard error.
    func printError(_ line: String) { writeError(line + "\n") }

    func exit(with status: ExitStatus) -> Never {
        #if canImport(Glibc)
            Glibc.exit(status.rawValue)
        #else
            Darwin.exit(status.rawValue)
        #endif
    }

    /// Writes the text. Stops silently if the reader has closed the pipe, as `head` does.
    private static func writeAll(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { posixWrite($0, to: descriptor) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}

/// A table for the terminal. Cells are made safe to print.
struct TextTable {
    private var rows: [[String]]

    init(_ titles: String...) { rows = [titles] }

    mutating func append(_ cells: String...) { rows.append(cells.map { TerminalText.safe($0, limit: 80) }) }

    var isEmpty: Bool { rows.count == 1 }

    var lines: [String] {
        let widths = rows.reduce(into: [Int]()) { widths, row in
            for (column, cell) in row.enumerated() {
                if column < widths.count {
                    widths[column] = max(widths[column], cell.count)
                } else {
                    widths.append(cell.count)
                }
            }
        }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.padded(to: $1) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension Console {
    func print(_ table: TextTable) {
        for line in table.lines { print(line) }
    }
}
