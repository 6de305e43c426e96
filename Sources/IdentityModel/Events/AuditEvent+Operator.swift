// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension AuditEvent {
    /// Attributes the event to an operator and a command such as `users block`.
    package mutating func attributeToOperator(command: String) {
        details[Self.actor] = .string(Self.operatorName)
        details[Self.commandName] = .string(command)
    }

    /// The command of the operator who caused the event, or `nil` if no operator did.
    package var operatorCommand: String? {
        details[Self.actor]?.stringValue == Self.operatorName ? details[Self.commandName]?.stringValue : nil
    }

    /// The text in an event's details by which storages find operators' events. No value can contain it.
    package static let operatorMark = "\"\(actor)\":\"\(operatorName)\""

    private static let actor = "actor"
    private static let operatorName = "operator"
    private static let commandName = "command"
}
