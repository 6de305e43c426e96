// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// A configuration as somebody wrote it, taken apart into documents, with everything that was noticed on the way.
package struct ConfigurationFile: Sendable {
    /// Each thing once, in the order of `ConfigurationDocument.Kind`; secrets are not in them.
    package private(set) var documents: [ConfigurationDocument] = []
    /// The secrets that the file names, by client.
    package private(set) var secrets: [String: ClientSecret] = [:]
    package private(set) var findings = ConfigurationFindings()
    private(set) var places: [ConfigurationDocument.Key: String] = [:]

    /// Reads a file; what is wrong with it is in the findings.
    package init(_ bytes: [UInt8], suffixes: PublicSuffixRule) {
        do {
            self.init(try JSONReader.read(bytes), suffixes: suffixes)
        } catch {
            self.init(refused: "It is not valid JSON: \(error.explanation(in: bytes)).")
        }
    }

    package init(_ json: JSONValue, suffixes: PublicSuffixRule) {
        var findings = ConfigurationFindings()
        guard let object = json.objectValue else {
            self.init(refused: "It is \(json.kindName), not an object.")
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
        }
        file.findings.append(findings)
        self = file
    }

    private init() {}

    private init(refused message: String) {
        findings.refuse("the file", message, remedy: "See docs/operations/configuration.md for its shape.")
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
                // What refers to it has nothing wrong for that.
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
            findings.refuse(
                path, "\"\(document.id)\" is at \(earlier) already.",
                remedy: "Give each its own name, or leave one out.")
            return
        }
        places[document.key] = path
        documents.append(document)
    }
}

extension JSONValue {
    /// Without the members that are null: in a configuration they are as good as absent.
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
