// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// A configuration file, split into documents, with its problems and warnings.
package struct ConfigurationFile: Sendable {
    /// The documents without secrets, in the order of `ConfigurationDocument.Kind`.
    package private(set) var documents: [ConfigurationDocument] = []
    /// The secrets in the file by client ID.
    package private(set) var secrets: [String: ClientSecret] = [:]
    package private(set) var findings = ConfigurationFindings()
    private(set) var places: [ConfigurationDocument.Key: String] = [:]

    /// Reads a file. The findings contain its problems.
    package init(_ bytes: [UInt8], suffixes: PublicSuffixRule) {
        do {
            self.init(try JSONReader.read(bytes), suffixes: suffixes)
        } catch {
            self.init(rejected: "This is not valid JSON: \(error.explanation(in: bytes)).")
        }
    }

    package init(_ json: JSONValue, suffixes: PublicSuffixRule) {
        var findings = ConfigurationFindings()
        guard let object = json.objectValue else {
            self.init(rejected: "This is \(json.kindName), not an object.")
            return
        }
        var file = ConfigurationFile()
        _ = ConfigurationMembers.read(.object(object), at: "", findings: &findings) { members in
            members.skip("$schema")
            file.read(Tenant.self, from: members.value("tenant").map { [("tenant", $0)] } ?? [])
            file.read(CustomDomain.self, from: members.list("custom_domains")) { domain, path, findings in
                suffixes.check(domain, at: path, findings: &findings)
            }
            file.read(Connection.self, from: members.list("connections"))
            file.read(Organization.self, from: members.list("organizations"))
            file.read(Client.self, from: members.list("clients"))
            file.read(ResourceServer.self, from: members.list("resource_servers"))
            file.read(ClientGrant.self, from: members.list("client_grants"))
        }
        file.findings.append(findings)
        self = file
    }

    private init() {}

    private init(rejected message: String) {
        findings.reject("the file", message: message, remedy: "See docs/operations/configuration.md for the format.")
    }

    private mutating func read<Entity: ConfigurationEntity>(
        _ type: Entity.Type, from items: [(path: String, value: JSONValue)],
        check: ((Entity, String, inout ConfigurationFindings) -> Void)? = nil
    ) {
        for item in items {
            let count = findings.problems.count
            let entity = ConfigurationMembers.read(item.value, at: item.path, findings: &findings) { Entity(from: &$0) }
            findings.foldUnused(at: item.path)
            guard let entity, var json = item.value.withoutNulls.objectValue else { continue }
            guard findings.problems.count == count else {
                // References to an invalid entity are not reported as problems of their own.
                places[ConfigurationDocument.Key(kind: Entity.kind, id: entity.id)] = item.path
                continue
            }
            check?(entity, item.path, &findings)
            if let secret = json["client_secret"]?.stringValue {
                secrets[entity.id] = try? ClientSecret(secret)
                json["client_secret"] = nil
            }
            insert(ConfigurationDocument(kind: Entity.kind, id: entity.id, json: json), at: item.path)
        }
    }

    private mutating func insert(_ document: ConfigurationDocument, at path: String) {
        if let earlier = places[document.key] {
            findings.reject(
                path, message: "\"\(document.id)\" is a duplicate of \(earlier).",
                remedy: "Rename or remove one of them.")
            return
        }
        places[document.key] = path
        documents.append(document)
    }
}

extension ConfigurationFile {
    /// Writes documents in the format of a file, with secrets as hashes.
    package static func json(of documents: [ConfigurationDocument]) -> JSONObject {
        var file = JSONObject()
        for kind in ConfigurationDocument.Kind.allCases {
            let values = documents.filter { $0.kind == kind }.map { JSONValue.object($0.json) }
            guard let first = values.first else { continue }
            file[kind.fileMember] = kind == .tenant ? first : .array(values)
        }
        return file
    }
}

extension JSONValue {
    /// The value without its `null` members, which count as absent in a configuration.
    var withoutNulls: JSONValue {
        switch self {
        case .array(let items): .array(items.map(\.withoutNulls))
        case .object(let object):
            .object(
                JSONObject(
                    object.members.filter { $0.value != .null }.map {
                        JSONObject.Member(name: $0.name, value: $0.value.withoutNulls)
                    }))
        default: self
        }
    }
}
