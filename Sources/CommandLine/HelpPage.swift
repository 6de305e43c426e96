// SPDX-License-Identifier: Apache-2.0

/// The help page of a command, wrapped to a width.
struct HelpPage {
    /// The name of the program.
    let program: String
    let command: Command
    let width: Int

    /// The page, ending with a newline.
    var text: String {
        var lines = TextWrapping.lines("\(program) \(command.name) – \(command.summary)", width: width)
        append(title: "Usage:", body: usage, to: &lines)
        lines += [""] + TextWrapping.paragraphs(command.description, width: width)
        if !command.subcommands.isEmpty {
            let commands = command.subcommands.map { ($0.verb, $0.summary) }
            append(title: "Commands:", body: Self.list(commands, width: width), to: &lines)
        }
        if !command.options.isEmpty {
            append(title: "Options:", body: command.options.flatMap(lines(of:)), to: &lines)
        }
        if !command.examples.isEmpty {
            append(title: "Examples:", body: command.examples.map { "  \($0)" }, to: &lines)
        }
        if !command.subcommands.isEmpty {
            lines += [""]
            lines += TextWrapping.lines(
                "Run \(program) help \(command.name) COMMAND for the options of a command.", width: width)
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var usage: [String] {
        var forms: [String] = []
        if command.run != nil {
            forms.append(form(of: command))
        }
        forms += command.subcommands.map(form(of:))
        return forms.flatMap { TextWrapping.lines($0, width: width, indent: 2, hanging: 6) }
    }

    private func form(of command: Command) -> String {
        ["\(program) \(command.name)", command.operands, command.options.isEmpty ? "" : "[OPTION…]"]
            .filter { !$0.isEmpty }.joined(separator: " ")
    }

    private func lines(of option: CommandOption) -> [String] {
        ["  \(option.usage)"] + TextWrapping.lines(option.summary, width: width, indent: 6)
    }

    private func append(title: String, body: [String], to lines: inout [String]) {
        lines += ["", title] + body
    }

    /// Returns a list of names with their explanations in a column.
    static func list(_ rows: [(name: String, text: String)], width: Int) -> [String] {
        let column = (rows.map(\.name.count).max() ?? 0) + 4
        return rows.flatMap { row in
            let lines = TextWrapping.lines(row.text, width: width, indent: column)
            let first = "  " + row.name.padded(to: column - 2) + (lines.first?.dropFirst(column) ?? "")
            return [first] + lines.dropFirst()
        }
    }
}

/// The breaking of text into lines.
enum TextWrapping {
    /// The widths that text is wrapped to. Longer lines are hard to read.
    static let widths = 30...100

    /// Breaks a text at spaces.
    ///
    /// - Parameters:
    ///   - indent: The spaces before the first line.
    ///   - hanging: The spaces before the others; the same if `nil`.
    static func lines(_ text: String, width: Int, indent: Int = 0, hanging: Int? = nil) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            let start = String(repeating: " ", count: lines.isEmpty ? indent : hanging ?? indent)
            if line.isEmpty {
                line = start + word
            } else if line.count + 1 + word.count <= width {
                line += " " + word
            } else {
                lines.append(line)
                line = String(repeating: " ", count: hanging ?? indent) + word
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// Breaks paragraphs, which stand between empty lines. In lines that begin with spaces, a second column stays one.
    static func paragraphs(_ text: String, width: Int) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var output: [String] = []
        var paragraph: [String] = []
        for line in lines + [""] {
            if !line.isEmpty, !line.hasPrefix(" ") {
                paragraph.append(line)
                continue
            }
            output += Self.lines(paragraph.joined(separator: " "), width: width)
            paragraph = []
            output += line.isEmpty ? [""] : row(line, width: width)
        }
        return Array(output.dropLast())
    }

    /// Breaks a line such as `  name  explanation` in its second column.
    private static func row(_ line: String, width: Int) -> [String] {
        let start = line.firstIndex { $0 != " " } ?? line.endIndex
        guard let gap = line[start...].firstRange(of: "  ") else { return [line] }
        let end = line[gap.upperBound...].firstIndex { $0 != " " } ?? line.endIndex
        let first = String(line[..<end])
        let lines = Self.lines(String(line[end...]), width: width, indent: first.count)
        return [first + (lines.first?.dropFirst(first.count) ?? "")] + lines.dropFirst()
    }
}
