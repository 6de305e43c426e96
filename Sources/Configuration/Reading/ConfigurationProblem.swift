// SPDX-License-Identifier: Apache-2.0

/// Something in a configuration that can't be accepted.
package struct ConfigurationProblem: Hashable, Sendable, CustomStringConvertible {
    /// Where it stands: `clients[2].mobile.ios.team_id`.
    package var path: String
    /// What is wrong.
    package var message: String
    /// What to do.
    package var remedy: String

    package init(path: String, message: String, remedy: String) {
        self.path = path
        self.message = message
        self.remedy = remedy
    }

    package var description: String { "\(path): \(message) \(remedy)" }
}

/// Something in a configuration that is accepted, and may not be what its author wants.
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

/// What was noticed while a configuration was read.
package struct ConfigurationFindings: Hashable, Sendable {
    package var problems: [ConfigurationProblem] = []
    package var warnings: [ConfigurationWarning] = []
    /// The places of members that were accepted and change nothing: at all, or not yet.
    private var unused: [String] = []
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

    /// Makes one warning of all that changes nothing in the object at a path. Items of a list are not told apart.
    mutating func foldUnused(at path: String) {
        let lists = [("here", names(of: unused, in: path)), ("yet", names(of: planned, in: path))]
        (unused, planned) = ([], [])
        let sentences = lists.filter { !$0.1.isEmpty }.map { "Without effect \($0): \($1.joined(separator: ", "))." }
        guard !sentences.isEmpty else { return }
        warn(path, sentences.joined(separator: " "), remedy: "They may stay; nothing reads them.")
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

    package mutating func refuse(_ path: String, _ message: String, remedy: String) {
        problems.append(ConfigurationProblem(path: path, message: message, remedy: remedy))
    }

    package mutating func warn(_ path: String, _ message: String, remedy: String) {
        warnings.append(ConfigurationWarning(path: path, message: message, remedy: remedy))
    }
}

/// A configuration that can't be used, with everything that is wrong with it.
package struct ConfigurationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package var problems: [ConfigurationProblem]

    package init(problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
}
