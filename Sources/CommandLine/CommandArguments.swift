// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The operands and options of a command line.
package struct CommandArguments: Sendable {
    /// The name of the command, such as `users invite`.
    package let command: String
    package private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Parses the words after the command's name. An unknown option is an error that suggests the nearest known one.
    ///
    /// - Parameter others: Options of related commands, which this one does not take.
    package init(
        _ words: [String], of command: String = "serve", options: [CommandOption], others: [CommandOption] = []
    ) throws(CommandFailure) {
        self.command = command
        var rest = words[...]
        var isPastOptions = false
        while let word = rest.popFirst() {
            if isPastOptions || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                isPastOptions = true
            } else {
                try parse(word, from: &rest, of: command, options: options, others: others)
            }
        }
    }

    package func contains(_ name: String) -> Bool { values[name] != nil }

    /// Removes the first operand, which named the subcommand.
    mutating func dropVerb() {
        operands.removeFirst()
    }

    /// Returns the value of an option: the last one if it was given several times.
    package func value(_ name: String) -> String? { values[name]?.last }

    package func allValues(_ name: String) -> [String] { values[name] ?? [] }

    private mutating func parse(
        _ word: String, from rest: inout ArraySlice<String>, of command: String, options: [CommandOption],
        others: [CommandOption]
    ) throws(CommandFailure) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts.first ?? word
        guard let option = options.first(where: { $0.name == name }) else {
            if others.contains(where: { $0.name == name }) {
                throw .malformed("\(command) takes no \(name).", help: command)
            }
            throw .malformed(
                "Unknown option \(TerminalText.safe(name)).\(Suggestion.text(for: name, among: options))", help: command
            )
        }
        guard let valueName = option.value else {
            guard parts.count == 1 else { throw .malformed("\(name) takes no value.") }
            values[name, default: []].append("")
            return
        }
        // A word that looks like an option is one, and the value was forgotten.
        let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
        guard let value = parts.count == 2 ? parts.last : next else {
            throw .malformed("\(name) needs a value: \(name) \(valueName).")
        }
        if parts.count == 1 { rest.removeFirst() }
        values[name, default: []].append(value)
    }
}

extension CommandArguments {
    /// Returns the value of an option that takes an integer within bounds, or `nil` if the option is absent.
    package func number(_ name: String, in bounds: ClosedRange<Int>) throws(CommandFailure) -> Int? {
        guard let text = value(name) else { return nil }
        guard let number = Int(text), bounds.contains(number) else {
            throw .malformed(
                "\(name) takes a number from \(bounds.lowerBound) to \(bounds.upperBound), not \(TerminalText.safe(text))."
            )
        }
        return number
    }

    /// Returns the value of an option that takes one of a fixed set of words, or `nil` if the option is absent.
    package func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws(CommandFailure) -> Word? {
        guard let text = value(name) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let words = Word.allCases.map(\.rawValue)
        let known = words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        throw .malformed(
            "\(name) takes \(known), not \(TerminalText.safe(text))." + Suggestion.text(for: text, among: words))
    }
}

/// The option `--limit` of listing commands.
package enum ListLimit {
    package static func read(_ arguments: CommandArguments) throws(CommandFailure) -> Int {
        let text = arguments.value("--limit") ?? "50"
        guard let limit = Int(text), (1...1000).contains(limit) else {
            throw .malformed("--limit takes a number from 1 to 1000, not \(TerminalText.safe(text)).")
        }
        return limit
    }
}

/// Durations on a command line.
package enum DurationText {
    /// Returns the seconds of `30m`, `24h` or `7d`, or `nil` for any other text.
    package static func seconds(_ text: String) -> Int? {
        let units: [Character: Int] = ["m": 60, "h": 3600, "d": 86_400]
        let digits = String(text.dropLast())
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(digits), String(count) == digits, count > 0
        else { return nil }
        let (seconds, isTooLarge) = count.multipliedReportingOverflow(by: unit)
        return isTooLarge ? nil : seconds
    }
}
