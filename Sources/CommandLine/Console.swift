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
    /// The columns of the terminal that output goes to; `nil` if it goes elsewhere.
    package var columns: Int?
    /// Whether a person at a terminal can answer a question.
    package var isInteractive = false
    /// Whether standard error is a terminal that shows colors.
    package var hasColors = false

    package init(
        write: @escaping @Sendable (String) -> Void, writeError: @escaping @Sendable (String) -> Void,
        readSome: @escaping @Sendable (_ count: Int) -> [UInt8]
    ) {
        self.write = write
        self.writeError = writeError
        self.readSome = readSome
    }

    /// The process's own streams.
    package static let standard: Console = {
        var console = Console(
            write: { writeAll($0, to: STDOUT_FILENO) },
            writeError: { writeAll($0, to: STDERR_FILENO) },
            readSome: { Files.readSome($0, from: STDIN_FILENO) })
        console.columns = Terminal.columns
        let environment = ProcessEnvironment.variables
        console.hasColors =
            isatty(STDERR_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
        console.isInteractive = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        return console
    }()

    /// The width to wrap text to: what the variable `COLUMNS` says, or the terminal's, or 80.
    package func width(in environment: [String: String]) -> Int {
        let width = environment["COLUMNS"].flatMap { Int($0) } ?? columns ?? 80
        return min(max(width, TextWrapping.widths.lowerBound), TextWrapping.widths.upperBound)
    }

    /// Asks a question to which only `y` or `yes` agrees.
    package func confirms(_ question: String) -> Bool {
        writeError("\(question) [y/N] ")
        let answer = String(decoding: readSome(256), as: UTF8.self).lowercased().filter { !$0.isWhitespace }
        return ["y", "yes"].contains(answer)
    }

    /// Reads a line that must not be seen, such as a password, from the terminal or from standard input.
    package func readSecret(_ prompt: String) -> String? {
        if isInteractive { writeError("\(prompt): ") }
        let line = Terminal.withoutEcho { readLine() }
        if isInteractive { writeError("\n") }
        return line
    }

    /// Reads up to the end of a line, or of the input.
    private func readLine() -> String? {
        var line: [UInt8] = []
        while line.count < 4096 {
            let some = readSome(1)
            guard let byte = some.first else { return line.isEmpty ? nil : String(validating: line, as: UTF8.self) }
            guard byte != UInt8(ascii: "\n") else { break }
            line.append(byte)
        }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return String(validating: line, as: UTF8.self)
    }

    /// Reads all of standard input.
    package func readInput() -> [UInt8] {
        var input: [UInt8] = []
        while true {
            let some = readSome(65_536)
            guard !some.isEmpty else { return input }
            input += some
        }
    }

    /// Writes a line to standard output.
    package func print(_ line: String) { write(line + "\n") }

    /// Writes a line to standard error. On a terminal, the word that it begins with says in color what kind of line it
    /// is: a warning, or an error of the program.
    package func printError(_ line: String) {
        let colors = [("thumbturn:", "31"), ("thumbturn-tools:", "31"), ("warning:", "33")]
        guard hasColors, let (word, color) = colors.first(where: { line.hasPrefix($0.0) }) else {
            return writeError(line + "\n")
        }
        writeError("\u{1B}[1;\(color)m\(word)\u{1B}[0m\(line.dropFirst(word.count))\n")
    }

    package func exit(with status: ExitStatus) -> Never {
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

/// The terminal of the process.
private enum Terminal {
    /// The columns of the terminal that standard output goes to.
    static var columns: Int? {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }

    /// Runs the body while what is typed is not shown. The terminal shows it again afterwards.
    static func withoutEcho<Value>(_ body: () -> Value) -> Value {
        var settings = termios()
        guard isatty(STDIN_FILENO) == 1, tcgetattr(STDIN_FILENO, &settings) == 0 else { return body() }
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &silent)
        defer { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        return body()
    }
}

/// A table for the terminal. Cells are made safe to print.
package struct TextTable {
    private var rows: [[String]]

    package init(_ titles: String...) { rows = [titles] }

    package mutating func append(_ cells: String...) { rows.append(cells.map { TerminalText.safe($0, limit: 80) }) }

    package var isEmpty: Bool { rows.count == 1 }

    package var lines: [String] {
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
    package func print(_ table: TextTable) {
        for line in table.lines { print(line) }
    }
}
