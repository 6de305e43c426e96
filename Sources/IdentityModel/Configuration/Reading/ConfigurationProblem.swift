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

    package init() {}

    package mutating func append(_ other: ConfigurationFindings) {
        problems += other.problems
        warnings += other.warnings
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
