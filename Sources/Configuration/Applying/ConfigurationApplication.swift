// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// The application of a configuration file, or of a change to the stored configuration, to the storage.
package struct ConfigurationApplication: Sendable {
    package struct Settings: Hashable, Sendable {
        /// The URL of the server.
        package var url: WebOrigin
        /// Whether stored documents that are not in the file are removed.
        package var isPruning = false
        /// The number of passkeys that the operator agrees to orphan. It must match exactly.
        package var allowedOrphans: Int?
        /// Whether the server sends mail. If not, a file must not ask for what needs it; `nil` if that isn't known, or
        /// nobody asks.
        package var sendsMail: Bool?
        /// The same for text messages.
        package var sendsMessages: Bool?

        package init(url: WebOrigin) {
            self.url = url
        }
    }

    private let file: @Sendable ([ConfigurationDocument]) throws -> ConfigurationFile
    package let settings: Settings

    package init(_ file: ConfigurationFile, settings: Settings) {
        self.init(settings: settings) { _ in file }
    }

    /// Applies the file that `file` makes from the stored documents.
    init(settings: Settings, file: @escaping @Sendable ([ConfigurationDocument]) throws -> ConfigurationFile) {
        self.file = file
        self.settings = settings
    }

    /// Plans the changes. The plan's findings contain the problems that prevent them.
    package func preview(in storage: any Storage) async throws -> ConfigurationPlan {
        try await storage.read { snapshot in
            let stored = try snapshot.configuration.list()
            return try ConfigurationPlan(
                file: try file(stored), stored: stored, settings: settings,
                countPasskeys: { try snapshot.passkeys.count(relyingPartyID: $0) })
        }
    }

    /// Plans the changes and throws a `ConfigurationFailure` if there are problems.
    package func validatedPlan(in storage: any Storage) async throws -> ConfigurationPlan {
        let plan = try await preview(in: storage)
        try plan.validate()
        return plan
    }

    /// Plans the changes for an empty storage.
    package func planForEmptyStore() throws -> ConfigurationPlan {
        let plan = ConfigurationPlan(file: try file([]), stored: [], settings: settings) { _ in 0 }
        try plan.validate()
        return plan
    }

    /// Applies the changes and records an audit event in one transaction. Writes nothing if nothing differs.
    ///
    /// - Throws: `ConfigurationFailure` if there are problems.
    package func apply(
        to storage: any Storage, by administrator: Administrator, at time: Timestamp
    ) async throws -> ConfigurationPlan {
        let preview = try await validatedPlan(in: storage)
        if preview.isEmpty { return preview }
        // The stored documents may have changed since the preview, so the transaction plans again.
        return try await storage.withTransaction { transaction in
            let stored = try transaction.configuration.list()
            let plan = try ConfigurationPlan(
                file: try file(stored), stored: stored, settings: settings,
                countPasskeys: { try transaction.passkeys.count(relyingPartyID: $0) })
            try plan.validate()
            try plan.write(to: transaction, by: administrator, at: time)
            return plan
        }
    }
}

extension ConfigurationPlan {
    fileprivate func validate() throws(ConfigurationFailure) {
        guard findings.problems.isEmpty else { throw ConfigurationFailure(problems: findings.problems) }
    }

    fileprivate func write(
        to transaction: any StorageTransaction, by administrator: Administrator, at time: Timestamp
    ) throws {
        let documents = Dictionary(documents.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        for change in changes {
            switch change.outcome {
            case .created, .changed:
                if let document = documents[change.key] { try transaction.configuration.put(document) }
            case .removed: try transaction.configuration.remove(change.key.kind, id: change.key.id)
            case .unchanged, .onlyStored: break
            }
        }
        guard !isEmpty else { return }
        var event = event(at: time)
        event.attribute(to: administrator)
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
        if orphanedPasskeys.total > 0 {
            event.details["stranded_passkeys"] = .number(JSONNumber(Int64(orphanedPasskeys.total)))
        }
        return event
    }
}
