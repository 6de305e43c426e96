// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// The changes that applying a file makes to the stored configuration.
package struct ConfigurationPlan: Sendable {
    package enum Outcome: Hashable, Sendable {
        case created
        /// The document differs in the members at the given paths.
        case changed([String])
        case unchanged
        /// The document is not in the file and stays.
        case onlyStored
        /// The document is not in the file and is removed.
        case removed
    }

    package struct Change: Hashable, Sendable {
        package let key: ConfigurationDocument.Key
        package let outcome: Outcome
        /// Whether the file's secret differs from the stored one; `nil` if there is no secret.
        package let isSecretChanged: Bool?
    }

    /// The passkeys that become unusable when a host's relying party changes.
    package struct OrphanedPasskeys: Hashable, Sendable {
        package let host: String
        package let relyingPartyID: String
        package let count: Int
    }

    package let changes: [Change]
    package let orphanedPasskeys: [OrphanedPasskeys]
    package let findings: ConfigurationFindings
    /// The stored documents after the changes.
    package let documents: [ConfigurationDocument]

    /// Compares a file with the stored documents. `countPasskeys` returns the number of passkeys of a relying party.
    package init(
        file: ConfigurationFile, stored: [ConfigurationDocument], settings: ConfigurationApplication.Settings,
        countPasskeys: (String) throws -> Int
    ) rethrows {
        let (changes, documents) = Self.compare(file, with: stored, isPruning: settings.isPruning)
        var findings = file.findings
        let after = ConfigurationSnapshot(
            documents: documents, places: file.places, url: settings.url, findings: &findings)
        Self.checkSecrets(of: after, places: file.places, findings: &findings)
        Self.rejectNeeds(
            after.unmetNeeds(sendsMail: settings.sendsMail, sendsMessages: settings.sendsMessages),
            places: file.places, findings: &findings)
        var ignored = ConfigurationFindings()
        let before = ConfigurationSnapshot(documents: stored, places: [:], url: settings.url, findings: &ignored)
        orphanedPasskeys = try Self.orphanedPasskeys(
            from: before, to: after, isFirst: stored.isEmpty, counting: countPasskeys)
        let count = orphanedPasskeys.total
        if count > 0, settings.allowedOrphans != count {
            findings.reject(
                "custom_domains", message: Self.explanation(of: orphanedPasskeys, allowed: settings.allowedOrphans),
                remedy:
                    "Keep the relying party, or accept the loss with thumbturn apply FILE --allow-orphaned \(count).")
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
                    key: document.key, outcome: outcome(of: secret, before: before), isSecretChanged: secret.isChanged))
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

    /// Whether the plan writes nothing.
    package var isEmpty: Bool {
        changes.allSatisfy { $0.outcome == .unchanged || $0.outcome == .onlyStored }
    }

    private static func outcome(of after: SecretComparison, before: ConfigurationDocument?) -> Outcome {
        guard let before else { return .created }
        let hidden = SecretComparison.member
        let paths = JSONValue.object(before.json).paths(differingFrom: .object(after.document.json)).map { path in
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
            findings.reject(
                "\(places[key] ?? key.description).client_secret",
                message: "The client has no secret, but authenticates with \(client.authentication.method.rawValue).",
                remedy: "Generate one with openssl rand -base64 48, or set token_endpoint_auth_method to none.")
        }
    }

    /// Rejects what the file asks for and only mail or text messages can do. What is stored, or a default, is no fault of
    /// the file.
    private static func rejectNeeds(
        _ needs: [SendingNeed], places: [ConfigurationDocument.Key: String], findings: inout ConfigurationFindings
    ) {
        for need in needs where need.isAskedFor {
            guard let place = places[need.document] else { continue }
            let (name, option) =
                switch need.medium {
                case .mail: ("mail", "--mail (docs/operations/mail.md)")
                case .messages: ("text messages", "--messages (docs/operations/messages.md)")
                }
            findings.reject(
                "\(place).\(need.member)",
                message: "This needs \(name), which the server doesn't send. \(need.consequence)",
                remedy: "Start the server with \(option) first, or remove this.")
        }
    }

    private static func orphanedPasskeys(
        from before: ConfigurationSnapshot, to after: ConfigurationSnapshot, isFirst: Bool,
        counting countPasskeys: (String) throws -> Int
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

    private static func explanation(of orphanedPasskeys: [OrphanedPasskeys], allowed: Int?) -> String {
        let parts = orphanedPasskeys.map { "\($0.count) at \($0.host), bound to \($0.relyingPartyID)" }
        let start = "Passkeys would become unusable: \(parts.joined(separator: "; "))."
        return allowed.map { "\(start) --allow-orphaned allows \($0)." } ?? start
    }
}

extension [ConfigurationPlan.OrphanedPasskeys] {
    /// The number of passkeys, each counted once although hosts may share a relying party.
    package var total: Int {
        Dictionary(map { ($0.relyingPartyID, $0.count) }, uniquingKeysWith: { first, _ in first }).values.reduce(0, +)
    }
}

extension ClientAuthentication {
    /// Whether the method needs a secret that is not set.
    fileprivate var lacksSecret: Bool {
        (method == .secretInBody || method == .secretInHeader) && secret == nil
    }
}

extension JSONValue {
    /// Returns the paths of the differences from a newer value. The order of members is ignored; that of items is not.
    fileprivate func paths(differingFrom new: JSONValue, at path: String = "") -> [String] {
        switch (self, new) {
        case (.object(let old), .object(let new)):
            let names = old.members.map(\.name) + new.members.map(\.name).filter { old[$0] == nil }
            return names.flatMap { name -> [String] in
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let before = old[name], let after = new[name] else { return [place] }
                return before.paths(differingFrom: after, at: place)
            }
        case (.array(let old), .array(let new)):
            guard old.count == new.count else { return [path] }
            return old.indices.flatMap { old[$0].paths(differingFrom: new[$0], at: "\(path)[\($0)]") }
        default: return self == new ? [] : [path]
        }
    }
}
