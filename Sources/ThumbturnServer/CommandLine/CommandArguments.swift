// SPDX-License-Identifier: Apache-2.0

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
