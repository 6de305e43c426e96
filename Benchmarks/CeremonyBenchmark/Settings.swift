// SPDX-License-Identifier: Apache-2.0

/// What the command line asks for.
struct Settings {
    static let usage = """
        Usage: scripts/bench [--quick] [--rounds N] [--milliseconds N] [--only TEXT] [--json FILE] [--gate]
          --rounds N         how often each case has its turn (21)
          --milliseconds N   how long a turn is (60)
          --quick            5 rounds of 20 ms: enough to see that something became slow
          --only TEXT        the cases whose names contain TEXT, and what they are compared with
          --json FILE        also writes the results to FILE
          --gate             exit status 1 if a gate does not hold
        """

    struct Malformed: Error {
        let text: String
    }

    var rounds = 21
    var millisecondsPerCase = 60
    var only: String?
    var jsonPath: String?
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
            case "--gate": isGateBinding = true
            default: throw Malformed(text: "There is no option \(word).")
            }
        }
    }

    private static func value(after option: String, _ words: inout ArraySlice<String>) throws(Malformed) -> String {
        guard let value = words.popFirst() else { throw Malformed(text: "\(option) needs a value.") }
        return value
    }

    private static func number(after option: String, _ words: inout ArraySlice<String>) throws(Malformed) -> Int {
        guard let number = Int(try value(after: option, &words)), number > 0 else {
            throw Malformed(text: "\(option) needs a number above zero.")
        }
        return number
    }
}
