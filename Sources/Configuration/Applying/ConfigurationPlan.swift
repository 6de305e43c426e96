// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// What would come of applying a file to what is stored: computed first, shown or carried out then.
package struct ConfigurationPlan: Sendable {
    package enum Outcome: Hashable, Sendable {
        case created
        /// With the paths of what differs, within the thing.
        case changed([String])
        case unchanged
        /// Stored, not in the file, and kept.
        case onlyStored
        /// Stored, not in the file, and to be removed.
        case removed
    }

    package struct Change: Hashable, Sendable {
        package let key: ConfigurationDocument.Key
        package let outcome: Outcome
        /// Whether the file names a secret that is not the stored one; `nil` if neither has one.
        package let isSecretChanged: Bool?
    }

    /// Passkeys that nobody could use at a host any more.
    package struct OrphanedPasskeys: Hashable, Sendable {
        package let host: String
        package let relyingPartyID: String
        package let count: Int
    }

    package let changes: [Change]
    package let orphanedPasskeys: [OrphanedPasskeys]
    package let findings: ConfigurationFindings
    /// What is stored afterwards.
    package let documents: [ConfigurationDocument]

    /// Compares a file with what is stored. `countPasskeys` tells how many passkeys are bound to a relying party.
    package init(
        file: ConfigurationFile, stored: [ConfigurationDocument], settings: ConfigurationApplication.Settings,
        countPasskeys: (String) throws -> Int
    ) rethrows {
        let (changes, documents) = Self.compare(file, with: stored, isPruning: settings.isPruning)
        var findings = file.findings
        let after = ConfigurationSnapshot(
            documents: documents, places: file.places, url: settings.url, findings: &findings)
        Self.checkSecrets(of: after, places: file.places, findings: &findings)
        var ignored = ConfigurationFindings()
        let before = ConfigurationSnapshot(documents: stored, places: [:], url: settings.url, findings: &ignored)
        orphanedPasskeys = try Self.orphanedPasskeys(from: before, to: after, isFirst: stored.isEmpty, countPasskeys)
        let count = orphanedPasskeys.countOnce
        if count > 0, settings.stranding != count {
            findings.refuse(
                "custom_domains", Self.explanation(of: orphanedPasskeys, given: settings.stranding),
                remedy: "Keep the relying party, or accept the loss: thumbturn apply FILE --allow-orphaned \(count).")
        }
        self.changes = changes
        self.documents = documents
        self.findings = findings
    }

    private static func compare(
        _ file: ConfigurationFile, with stored: [ConfigurationDocument], isPruning: Bool
    ) -> (changes: [Change], documents: [ConfigurationDocument]) {
        let storedByKey = Dictionary(stored.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var changes: [Change] = []
        var documents: [ConfigurationDocument] = []
        for document in file.documents {
            let before = storedByKey[document.key]
            let secret = SecretComparison(document, before: before, given: file.secrets[document.id])
            documents.append(secret.document)
            changes.append(
                Change(
                    key: document.key, outcome: outcome(before, secret), isSecretChanged: secret.isChanged))
        }
        let written = Set(file.documents.map(\.key))
        for document in stored where !written.contains(document.key) {
            if !isPruning { documents.append(document) }
            changes.append(
                Change(
                    key: document.key, outcome: isPruning ? .removed : .onlyStored, isSecretChanged: nil))
        }
        return (changes, documents)
    }

    /// Whether nothing would be written.
    package var isEmpty: Bool {
        changes.allSatisfy { $0.outcome == .unchanged || $0.outcome == .onlyStored }
    }

    private static func outcome(_ before: ConfigurationDocument?, _ after: SecretComparison) -> Outcome {
        guard let before else { return .created }
        let hidden = SecretComparison.member
        let paths = ConfigurationDifference.paths(.object(before.json), .object(after.document.json)).map { path in
            path.hasSuffix(hidden) || path == "thumbturn" && after.isChanged == true ? "client_secret" : path
        }
        return paths.isEmpty ? .unchanged : .changed(paths)
    }

    private static func checkSecrets(
        of configuration: ConfigurationSnapshot, places: [ConfigurationDocument.Key: String],
        findings: inout ConfigurationFindings
    ) {
        for client in configuration.clients.values.sorted(by: { $0.id < $1.id }) where client.authentication.lacksSecret
        {
            let key = ConfigurationDocument.Key(kind: .client, id: client.id)
            findings.refuse(
                "\(places[key] ?? key.description).client_secret",
                "The client authenticates by \(client.authentication.method.rawValue), and has no secret.",
                remedy: "Add one from openssl rand -base64 48, or set token_endpoint_auth_method to none.")
        }
    }

    private static func orphanedPasskeys(
        from before: ConfigurationSnapshot, to after: ConfigurationSnapshot, isFirst: Bool,
        _ countPasskeys: (String) throws -> Int
    ) rethrows -> [OrphanedPasskeys] {
        guard !isFirst else { return [] }
        return try before.domains.values.sorted { $0.host < $1.host }.compactMap { domain in
            if let next = after.domains[domain.host] {
                guard next.relyingPartyID != domain.relyingPartyID else { return nil }
            } else if after.domains.values.contains(where: { $0.relyingPartyID == domain.relyingPartyID }) {
                return nil
            }
            let count = try countPasskeys(domain.relyingPartyID)
            guard count > 0 else { return nil }
            return OrphanedPasskeys(host: domain.host, relyingPartyID: domain.relyingPartyID, count: count)
        }
    }

    private static func explanation(of orphanedPasskeys: [OrphanedPasskeys], given: Int?) -> String {
        let parts = orphanedPasskeys.map { "\($0.count) at \($0.host), which are bound to \($0.relyingPartyID)" }
        let start = "Passkeys would be of no use any more: \(parts.joined(separator: "; "))."
        return given.map { "\(start) --allow-orphaned says \($0)." } ?? start
    }
}

extension [ConfigurationPlan.OrphanedPasskeys] {
    /// Each passkey once, though several hosts may share a relying party.
    package var countOnce: Int {
        Dictionary(map { ($0.relyingPartyID, $0.count) }, uniquingKeysWith: { first, _ in first }).values.reduce(0, +)
    }
}

extension ClientAuthentication {
    /// Whether the client is to show a secret that nobody has given it.
    fileprivate var lacksSecret: Bool {
        (method == .secretInBody || method == .secretInHeader) && secret == nil
    }
}
