// SPDX-License-Identifier: Apache-2.0

import Configuration
import WireFormats

/// The operands and options of a command line.
struct CommandArguments: Sendable {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Parses the words after the command's name. An unknown option is an error that suggests the nearest known one.
    init(_ words: [String], options: [CommandOption]) throws(CommandFailure) {
        var rest = words[...]
        var isPastOptions = false
        while let word = rest.popFirst() {
            if isPastOptions || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                isPastOptions = true
            } else {
                try parse(word, from: &rest, options: options)
            }
        }
    }

    func contains(_ name: String) -> Bool { values[name] != nil }

    /// Returns the value of an option: the last one if it was given several times.
    func value(_ name: String) -> String? { values[name]?.last }

    func allValues(_ name: String) -> [String] { values[name] ?? [] }

    private mutating func parse(
        _ word: String, from rest: inout ArraySlice<String>, options: [CommandOption]
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? word
        guard let option = options.first(where: { $0.name == name }) else {
            throw .malformed("Unknown option \(name)." + Suggestion.text(for: name, among: options.map(\.name)))
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw .malformed("\(name) takes no value.") }
            values[name, default: []].append("")
            return
        }
        guard let value = parts.count == 2 ? parts.last : rest.popFirst() else {
            throw .malformed("\(name) needs a value: \(name) \(valueName).")
        }
        values[name, default: []].append(value)
    }
}

/// The subcommand of a command, such as `rotate` of `keys`.
enum Verb {
    static func read(
        _ arguments: CommandArguments, of command: String, among verbs: [String]
    ) throws(CommandFailure) -> String {
        let known = verbs.dropLast().joined(separator: ", ") + " or " + (verbs.last ?? "")
        guard let verb = arguments.operands.first else {
            throw .malformed("\(command) needs \(known). See thumbturn help \(command).")
        }
        guard verbs.contains(verb) else {
            let suggestion = Suggestion.text(for: verb, among: verbs)
            throw .malformed("There is no command \(command) \(TerminalText.safe(verb)).\(suggestion)")
        }
        return verb
    }
}

/// The option `--limit` of listing commands.
enum ListLimit {
    static func read(_ arguments: CommandArguments) throws(CommandFailure) -> Int {
        let text = arguments.value("--limit") ?? "50"
        guard let limit = Int(text), (1...1000).contains(limit) else {
            throw .malformed("--limit takes a number from 1 to 1000, not \(TerminalText.safe(text)).")
        }
        return limit
    }
}

/// Durations on a command line.
enum DurationText {
    /// Returns the seconds of `30m`, `24h` or `7d`, or `nil` for any other text.
    static func seconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
        let digits = String(text.dropLast())
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(digits), String(count) == digits, count > 0
        else { return nil }
        let (seconds, isTooLarge) = count.multipliedReportingOverflow(by: unit)
        return isTooLarge ? nil : seconds
    }
}

/// The known word nearest to a mistyped one.
enum Suggestion {
    /// Returns a sentence with a leading space, or an empty string if no word is near.
    static func text(for word: String, among known: [String]) -> String {
        NearestText.find(word, among: known).map { " Did you mean \($0)?" } ?? ""
    }
}
