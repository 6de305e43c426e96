// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import WireFormats

/// A reason why a client can't be added or removed.
package enum ClientChangeFailure: Error, Hashable, Sendable {
    case alreadyExists
    case notFound
}

extension ConfigurationApplication {
    /// Adds a client, and leaves everything else as it is stored. Fails with `alreadyExists` if its ID is taken.
    package static func adding(_ client: JSONObject, settings: Settings) -> ConfigurationApplication {
        ConfigurationApplication(settings: settings) { stored in
            let id = client["client_id"]?.stringValue ?? ""
            guard !stored.contains(where: { $0.isClient(id) }) else { throw ClientChangeFailure.alreadyExists }
            return ConfigurationFile(["clients": [.object(client)]], suffixes: .unchecked)
        }
    }

    /// Removes a client with its grants and its places in the lists of connections. Fails with `notFound`.
    ///
    /// The default configuration is not applied again at the next start, because it would bring a generated client back.
    package static func removing(client id: String, settings: Settings) -> ConfigurationApplication {
        var settings = settings
        settings.isPruning = true
        return ConfigurationApplication(settings: settings) { stored in
            guard let client = stored.first(where: { $0.isClient(id) }) else { throw ClientChangeFailure.notFound }
            let remaining = stored.filter { document in
                document.key != client.key && !(document.kind == .clientGrant && document.names(id))
            }
            let documents = remaining.map { document in
                client.isGenerated ? document.withoutClient(id).ownedByOperator : document.withoutClient(id)
            }
            return ConfigurationFile(.object(ConfigurationFile.json(of: documents)), suffixes: .unchecked)
        }
    }
}

extension PublicSuffixRule {
    /// The rule for domains that were checked when they were stored.
    fileprivate static let unchecked = PublicSuffixRule { _ in false }
}

extension ConfigurationDocument {
    fileprivate func isClient(_ id: String) -> Bool { kind == .client && ExactText(self.id) == ExactText(id) }

    /// Whether the document belongs to a client.
    fileprivate func names(_ client: String) -> Bool {
        json["client_id"]?.stringValue.map { ExactText($0) == ExactText(client) } ?? false
    }

    fileprivate var isGenerated: Bool { json["thumbturn"]?["is_generated"] == .bool(true) }

    /// The document without a client in the list of those that may use it.
    fileprivate func withoutClient(_ id: String) -> ConfigurationDocument {
        guard kind == .connection, let clients = json["enabled_clients"]?.arrayValue else { return self }
        var document = self
        document.json["enabled_clients"] = .array(clients.filter { $0 != .string(id) })
        return document
    }

    /// The tenant without the mark of the default configuration.
    fileprivate var ownedByOperator: ConfigurationDocument {
        guard kind == .tenant, var own = json["thumbturn"]?.objectValue else { return self }
        own["is_generated"] = nil
        var document = self
        document.json["thumbturn"] = own.isEmpty ? nil : .object(own)
        return document
    }
}
