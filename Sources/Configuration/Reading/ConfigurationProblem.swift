// SPDX-License-Identifier: Apache-2.0

/// An error in a configuration.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// The path of the value, such as `clients[2].mobile.ios.team_id`.
    package var path: String
    package var message: String
    /// The instruction that resolves the problem.
    package var remedy: String

    package init(path: String, message: String, remedy: String) {
        self.path = path
        self.message = message
        self.remedy = remedy
    }

    package var description: String { "\(path): \(message) \(remedy)" }
}

/// A valid setting of a configuration that its author may not intend.
package struct ConfigurationWarning: Hashable, Sendable, CustomStringConvertible {
    package var path: String
    package var message: String
    package var remedy: String

    package init(path: String, message: String, remedy: String) {
        self.path = path
        self.message = message
        self.remedy = remedy
    }

    package var description: String { "\(path): \(message) \(remedy)" }
}

/// The problems and warnings found in a configuration.
package struct ConfigurationFindings: Hashable, Sendable {
    package var problems: [ConfigurationProblem] = []
    package var warnings: [ConfigurationWarning] = []
    /// The paths of accepted members without effect.
    private var unused: [String] = []
    /// The paths of accepted members without effect yet.
    private var planned: [String] = []

    package init() {}

    package mutating func append(_ other: ConfigurationFindings) {
        problems += other.problems
        warnings += other.warnings
        unused += other.unused
        planned += other.planned
    }

    mutating func noteUnused(_ path: String, isPlanned: Bool = false) {
        if isPlanned { planned.append(path) } else { unused.append(path) }
    }

    /// Combines the members without effect in the object at a path into one warning. Items of an array are not
    /// distinguished.
    mutating func foldUnused(at path: String) {
        let lists = [("here", names(of: unused, in: path)), ("yet", names(of: planned, in: path))]
        (unused, planned) = ([], [])
        let sentences = lists.filter { !$0.1.isEmpty }.map { "No effect \($0): \($1.joined(separator: ", "))." }
        guard !sentences.isEmpty else { return }
        warn(path, message: sentences.joined(separator: " "), remedy: "You can keep or remove these members.")
    }

    private func names(of places: [String], in path: String) -> [String] {
        let names = places.map { place in
            let parts = place.dropFirst(path.count + 1).split(separator: "[").enumerated().map { index, part in
                index == 0 ? String(part) : String(part.drop { $0 != "]" }.dropFirst())
            }
            return parts.joined(separator: "[]")
        }
        return Set(names).sorted()
    }

    package mutating func reject(_ path: String, message: String, remedy: String) {
        problems.append(ConfigurationProblem(path: path, message: message, remedy: remedy))
    }

    package mutating func warn(_ path: String, message: String, remedy: String) {
        warnings.append(ConfigurationWarning(path: path, message: message, remedy: remedy))
    }
}

/// The problems that make a configuration unusable.
package struct ConfigurationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var problems: [ConfigurationProblem]

    package init(problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// The reason why a string is not a valid value.
package struct ValueRejection: Error, Hashable, Sendable {
    /// The predicate of a sentence about the string, such as `is not a valid host name`.
    package let message: String
    package let remedy: String

    package init(_ message: String, remedy: String) {
        self.message = message
        self.remedy = remedy
    }
}
