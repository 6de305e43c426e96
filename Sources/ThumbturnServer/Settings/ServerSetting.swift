// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel

/// A setting of the server.
struct ServerSetting: Sendable {
    /// The name, such as `trusted-proxy`.
    let name: String
    /// The form of its value, such as `CIDR`.
    let value: String
    /// A description of the default.
    let fallback: String
    /// A phrase for the help and the documentation.
    let explanation: String
    /// Whether it is secret. A secret is never an option, because other users can list command lines.
    var isSecret = false
    /// Whether several values are allowed: several options, or one variable with commas.
    var isList = false
    /// Reads one value.
    let read: @Sendable (String, inout SettingsDraft) throws(ValueRejection) -> Void

    var option: String? { isSecret ? nil : "--\(name)" }

    var environment: String { "THUMBTURN_" + name.uppercased().replacing("-", with: "_") }

    var commandOption: CommandOption? {
        option.map { CommandOption(name: $0, value: value, summary: "\(explanation) (default: \(fallback))") }
    }
}

/// A problem with a setting, and its remedy.
package struct SettingProblem: Hashable, Sendable, CustomStringConvertible {
    /// The option or variable that has the problem.
    package let source: String
    package let message: String
    package let remedy: String

    package var description: String { "\(source): \(message) \(remedy)" }
}
