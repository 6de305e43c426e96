// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Who acts on accounts, clients, keys and the configuration of a server: the actor of the audit events of these changes.
package enum Administrator: Hashable, Sendable {
    /// An operator with a command of the program, such as `users block`.
    case command(String)
}

extension AuditEvent {
    /// Records who made the change.
    package mutating func attribute(to administrator: Administrator) {
        switch administrator {
        case .command(let name):
            details[Self.actor] = .string(Self.operatorName)
            details[Self.commandName] = .string(name)
        }
    }

    /// The operator's command, or `nil` if the change was not made by an operator.
    package var operatorCommand: String? {
        details[Self.actor]?.stringValue == Self.operatorName ? details[Self.commandName]?.stringValue : nil
    }

    /// A piece of JSON that only the details of operators' events contain. Storages find those events by it.
    package static let operatorMark = "\"\(actor)\":\"\(operatorName)\""

    private static let actor = "actor"
    private static let operatorName = "operator"
    private static let commandName = "command"
}
