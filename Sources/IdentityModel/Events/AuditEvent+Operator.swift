// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension AuditEvent {
    /// Says that an operator did it, with a command such as `users block`.
    package mutating func attributeToOperator(command: String) {
        details[Self.actor] = .string(Self.operatorName)
        details[Self.commandName] = .string(command)
    }

    /// The command with which an operator did it; `nil` if it was somebody else.
    package var operatorCommand: String? {
        details[Self.actor]?.stringValue == Self.operatorName ? details[Self.commandName]?.stringValue : nil
    }

    /// What storages find such an event by: its details contain this text, which no value can imitate.
    package static let operatorMark = "\"\(actor)\":\"\(operatorName)\""

    private static let actor = "actor"
    private static let operatorName = "operator"
    private static let commandName = "command"
}
