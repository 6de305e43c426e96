// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// Makes what is stored agree with a file.
package struct ConfigurationApplication: Sendable {
    package struct Settings: Hashable, Sendable {
        /// Where the server is reached.
        package var url: WebOrigin
        /// Whether what the file doesn't have is removed.
        package var isPruning = false
        /// How many passkeys may be lost, if exactly so many would be.
        package var stranding: Int?
        /// The command with which an operator applies it, as the event names it.
        package var command = "serve"

        package init(url: WebOrigin) {
            self.url = url
        }
    }

    package let file: ConfigurationFile
    package let settings: Settings

    package init(_ file: ConfigurationFile, settings: Settings) {
        self.file = file
        self.settings = settings
    }

    /// What would happen; its findings say whether it can.
    package func preview(in storage: any Storage) async throws -> ConfigurationPlan {
        try await storage.read { snapshot in
            try ConfigurationPlan(
                file: file, stored: try snapshot.configuration.list(), settings: settings,
                countPasskeys: { try snapshot.passkeys.count(relyingPartyID: $0) })
        }
    }

    /// What would happen, if it can; fails with a `ConfigurationFailure` that has everything that is wrong.
    package func validatedPlan(in storage: any Storage) async throws -> ConfigurationPlan {
        let plan = try await preview(in: storage)
        try plan.validate()
        return plan
    }

    /// What would happen where nothing is stored yet.
    package func planForEmptyStore() throws(ConfigurationFailure) -> ConfigurationPlan {
        let plan = ConfigurationPlan(file: file, stored: [], settings: settings) { _ in 0 }
        try plan.validate()
        return plan
    }

    /// Carries it out, as one unit with the event that records it; writes nothing where nothing differs. Fails with a
    /// `ConfigurationFailure` that has everything that is wrong.
    package func apply(to storage: any Storage, at time: Timestamp) async throws -> ConfigurationPlan {
        let preview = try await validatedPlan(in: storage)
        if preview.isEmpty { return preview }
        // What is stored may have changed meanwhile, so the plan is made again where nothing can.
        return try await storage.withTransaction { transaction in
            let plan = try ConfigurationPlan(
                file: file, stored: try transaction.configuration.list(), settings: settings,
                countPasskeys: { try transaction.passkeys.count(relyingPartyID: $0) })
            try plan.validate()
            try plan.carryOut(in: transaction, settings.command, at: time)
            return plan
        }
    }
}

extension ConfigurationPlan {
    fileprivate func validate() throws(ConfigurationFailure) {
        guard findings.problems.isEmpty else { throw ConfigurationFailure(problems: findings.problems) }
    }

    fileprivate func carryOut(
        in transaction: any StorageTransaction, _ command: String, at time: Timestamp
    ) throws {
        let documents = Dictionary(documents.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        for change in changes {
            switch change.outcome {
            case .created, .changed:
                if let document = documents[change.key] { try transaction.configuration.put(document) }
            case .removed: try transaction.configuration.remove(change.key.kind, change.key.id)
            case .unchanged, .onlyStored: break
            }
        }
        guard !isEmpty else { return }
        var event = event(at: time)
        event.attributeToOperator(command: command)
        try transaction.events.insert(event)
    }

    private func event(at time: Timestamp) -> AuditEvent {
        var event = AuditEvent(.configurationApplied, at: time)
        for change in changes {
            let word: String? =
                switch change.outcome {
                case .created: "created"
                case .changed: "changed"
                case .removed: "removed"
                case .unchanged, .onlyStored: nil
                }
            guard let word else { continue }
            event.details[word] = .array((event.details[word]?.arrayValue ?? []) + [.string(change.key.description)])
        }
        if orphanedPasskeys.countOnce > 0 {
            event.details["stranded_passkeys"] = .number(JSONNumber(Int64(orphanedPasskeys.countOnce)))
        }
        return event
    }
}
