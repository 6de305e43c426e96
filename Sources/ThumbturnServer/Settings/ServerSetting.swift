// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel

/// One row of the table of settings: everything there is to know about one of them.
struct ServerSetting: Sendable {
    /// Such as `trusted-proxy`.
    let name: String
    /// The form of its value, such as `CIDR`.
    let value: String
    /// What holds without it, for people.
    let fallback: String
    /// One sentence, without its full stop.
    let explanation: String
    /// Whether it is a secret, which has no place in a command line that others can list.
    var isSecret = false
    /// Whether several may be given: several options, or one variable with commas.
    var isList = false
    /// Reads one value.
    let read: @Sendable (String, inout SettingsDraft) throws(ValueRejection) -> Void

    var option: String? { isSecret ? nil : "--\(name)" }

    var environment: String { "THUMBTURN_" + name.uppercased().replacing("-", with: "_") }

    /// For a command's help.
    var commandOption: CommandOption? {
        option.map { CommandOption(name: $0, value: value, summary: "\(explanation) (default: \(fallback))") }
    }
}

/// What is wrong with a setting, and what to do.
package struct SettingProblem: Hashable, Sendable, CustomStringConvertible {
    /// Where it was given: an option or a variable.
    package let source: String
    package let message: String
    package let remedy: String

    package var description: String { "\(source): \(message) \(remedy)" }
}
