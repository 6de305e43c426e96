// SPDX-License-Identifier: Apache-2.0

/// The command line options.
struct Settings {
    static let usage = """
        Usage: scripts/bench ceremonies [OPTION…]
          --rounds N         the number of rounds (21)
          --milliseconds N   the time of a case in each round (60)
          --quick            5 rounds of 20 ms, to detect a large slowdown
          --only TEXT        only cases whose names contain TEXT, and their counterparts
          --json FILE        also write the results to FILE
          --record           also write the results to docs/benchmarks/ceremonies.md
          --gate             exit with status 1 if a gate fails
        """

    struct Malformed: Error {
        let text: String
    }

    var rounds = 21
    var millisecondsPerCase = 60
    var only: String?
    var jsonPath: String?
    /// Where to write the page; scripts/bench names it.
    var pagePath: String?
    var isGateBinding = false

    init(arguments: [String]) throws(Malformed) {
        var words = arguments[...]
        while let word = words.popFirst() {
            switch word {
            case "--quick": (rounds, millisecondsPerCase) = (5, 20)
            case "--rounds": rounds = try Self.number(after: word, &words)
            case "--milliseconds": millisecondsPerCase = try Self.number(after: word, &words)
            case "--only": only = try Self.value(after: word, &words)
            case "--json": jsonPath = try Self.value(after: word, &words)
            case "--record": pagePath = try Self.value(after: word, &words)
            case "--gate": isGateBinding = true
            default: throw Malformed(text: "Unknown option \(word).")
            }
        }
    }

    private static func value(after option: String, _ words: inout ArraySlice<String>) throws(Malformed) -> String {
        guard let value = words.popFirst() else { throw Malformed(text: "\(option) requires a value.") }
        return value
    }

    private static func number(after option: String, _ words: inout ArraySlice<String>) throws(Malformed) -> Int {
        guard let number = Int(try value(after: option, &words)), number > 0 else {
            throw Malformed(text: "\(option) requires a positive number.")
        }
        return number
    }
}
