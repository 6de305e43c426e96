// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import WireFormats

/// A reason why a client or an API can't be added or removed.
package enum ConfigurationChangeFailure: Error, Hashable, Sendable {
    case alreadyExists
    case notFound
}

extension ConfigurationApplication {
    /// Adds a client, with the API that it calls unless there is such an API, and leaves everything else as it is
    /// stored. Fails with `alreadyExists` if the client's ID is taken.
    package static func adding(
        _ client: JSONObject, api: JSONObject? = nil, settings: Settings
    ) -> ConfigurationApplication {
        ConfigurationApplication(settings: settings) { stored in
            let id = client["client_id"]?.stringValue ?? ""
            guard !stored.contains(where: { $0.isClient(id) }) else { throw ConfigurationChangeFailure.alreadyExists }
            let audience = api?["identifier"]?.stringValue ?? ""
            let isKnown = stored.contains { $0.isAPI(audience) }
            let apis = isKnown ? [] : [api].compactMap(\.self)
            return ConfigurationFile(
                ["clients": [.object(client)], "resource_servers": .array(apis.map(JSONValue.object))],
                suffixes: .unchecked)
        }
    }

    /// Adds an API, and leaves everything else as it is stored. Fails with `alreadyExists` if its audience is taken.
    package static func adding(api: JSONObject, settings: Settings) -> ConfigurationApplication {
        ConfigurationApplication(settings: settings) { stored in
            let audience = api["identifier"]?.stringValue ?? ""
            guard !stored.contains(where: { $0.isAPI(audience) }) else {
                throw ConfigurationChangeFailure.alreadyExists
            }
            return ConfigurationFile(["resource_servers": [.object(api)]], suffixes: .unchecked)
        }
    }

    /// Removes an API with its grants and its places in the policies of clients. Fails with `notFound`.
    package static func removing(api audience: String, settings: Settings) -> ConfigurationApplication {
        let isGenerated = ExactText(audience) == ExactText(DefaultConfiguration.audience)
        let isRemoved = { @Sendable (document: ConfigurationDocument) in document.isAPI(audience) }
        return removing(settings: settings, where: isRemoved) { document, _ in
            guard !(document.kind == .clientGrant && document.names(audience, as: "audience")) else { return nil }
            let document = document.withoutAPI(audience)
            return isGenerated ? document.ownedByOperator : document
        }
    }

    /// Removes a client with its grants and its places in the lists of connections. Fails with `notFound`.
    package static func removing(client id: String, settings: Settings) -> ConfigurationApplication {
        let isRemoved = { @Sendable (document: ConfigurationDocument) in document.isClient(id) }
        return removing(settings: settings, where: isRemoved) { document, client in
            guard !(document.kind == .clientGrant && document.names(id, as: "client_id")) else { return nil }
            let document = document.withoutClient(id)
            return client.isGenerated ? document.ownedByOperator : document
        }
    }

    /// Removes a document, and changes or removes the others.
    ///
    /// The default configuration is not applied again at the next start, because it would bring what it made back.
    private static func removing(
        settings: Settings, where isRemoved: @escaping @Sendable (ConfigurationDocument) -> Bool,
        changing change:
            @escaping @Sendable (_ other: ConfigurationDocument, _ removed: ConfigurationDocument) ->
            ConfigurationDocument?
    ) -> ConfigurationApplication {
        var settings = settings
        settings.isPruning = true
        return ConfigurationApplication(settings: settings) { stored in
            guard let removed = stored.first(where: isRemoved) else { throw ConfigurationChangeFailure.notFound }
            let documents = stored.filter { $0.key != removed.key }.compactMap { change($0, removed) }
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

    fileprivate func isAPI(_ audience: String) -> Bool {
        kind == .resourceServer && ExactText(id) == ExactText(audience)
    }

    /// Whether a member of the document is this text.
    fileprivate func names(_ text: String, as member: String) -> Bool {
        json[member]?.stringValue.map { ExactText($0) == ExactText(text) } ?? false
    }

    /// The document without an API in the list of those that its refresh tokens are for.
    fileprivate func withoutAPI(_ audience: String) -> ConfigurationDocument {
        guard kind == .client, var refreshToken = json["refresh_token"]?.objectValue,
            let policies = refreshToken["policies"]?.arrayValue
        else { return self }
        var document = self
        refreshToken["policies"] = .array(policies.filter { $0["audience"] != .string(audience) })
        document.json["refresh_token"] = .object(refreshToken)
        return document
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
