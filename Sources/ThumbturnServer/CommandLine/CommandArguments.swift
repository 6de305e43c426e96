// SPDX-License-Identifier: Apache-2.0

/// The words behind a command, sorted into operands and options.
struct CommandArguments: Sendable {
    private(set) var operands: [String] = []
    private var values: [String: [String]] = [:]

    /// Sorts the words; an option the command does not know is an error, with the nearest one it does.
    init(_ words: [String], options: [CommandOption]) throws(CommandFailure) {
        var rest = words[...]
        var areOptionsOver = false
        while let word = rest.popFirst() {
            if areOptionsOver || word == "-" || !word.hasPrefix("-") {
                operands.append(word)
            } else if word == "--" {
                areOptionsOver = true
            } else {
                try take(word, from: &rest, options: options)
            }
        }
    }

    /// Whether an option was given.
    func contains(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option, the last one where it was given several times.
    func value(_ name: String) -> String? { values[name]?.last }

    /// All values of an option.
    func allValues(_ name: String) -> [String] { values[name] ?? [] }

    private mutating func take(
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
