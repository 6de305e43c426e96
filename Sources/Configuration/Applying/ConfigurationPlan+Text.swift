// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension ConfigurationPlan {
    /// A line for each change, with unchanged documents last.
    package var lines: [String] {
        let lines = changes.map { (rank: $0.outcome.rank, text: $0.line) }
        return (0...4).flatMap { rank in lines.filter { $0.rank == rank }.map(\.text) }
    }
}

extension ConfigurationPlan.Change {
    fileprivate var line: String {
        let name = TerminalText.safe(key.description)
        return switch outcome {
        case .created: "+ \(name)" + secretNote
        case .changed(let paths):
            "~ \(name): \(TerminalText.safe(paths.joined(separator: ", "), limit: 500))" + secretNote
        case .removed: "- \(name)"
        case .onlyStored: "? \(name) is not in the file and stays; --prune would remove it"
        case .unchanged: "= \(name)" + secretNote
        }
    }

    private var secretNote: String {
        isSecretChanged.map { $0 ? " (secret: changed)" : " (secret: unchanged)" } ?? ""
    }
}

extension ConfigurationPlan.Outcome {
    fileprivate var rank: Int {
        switch self {
        case .created: 0
        case .changed: 1
        case .removed: 2
        case .onlyStored: 3
        case .unchanged: 4
        }
    }
}
