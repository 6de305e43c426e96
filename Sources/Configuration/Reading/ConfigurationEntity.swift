// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import WireFormats

/// A configured value, read from the JSON of the Management API.
package protocol ConfigurationEntity: Sendable {
    static var kind: ConfigurationDocument.Kind { get }
    /// The identifier, unique among entities of the same kind.
    var id: String { get }

    /// Reads the members and collects their problems. The value must not be used if there are any.
    init(from members: inout ConfigurationMembers)
}

extension ConfigurationEntity {
    /// Reads a value; `nil` if it has problems.
    package init?(json: JSONValue, at path: String, findings: inout ConfigurationFindings) {
        let count = findings.problems.count
        let value = ConfigurationMembers.read(json, at: path, findings: &findings) { Self(from: &$0) }
        guard let value, findings.problems.count == count else { return nil }
        self = value
    }

    /// Reads a value and ignores its warnings; `nil` if it has problems.
    package init?(json: JSONValue, at path: String, problems: inout [ConfigurationProblem]) {
        var findings = ConfigurationFindings()
        defer { problems += findings.problems }
        self.init(json: json, at: path, findings: &findings)
    }
}

/// Opaque IDs derived from configured names, identical at every start and on every machine.
package enum StableID {
    /// Returns an ID such as `con_` with 16 letters and digits.
    package static func make(_ prefix: String, from name: String) -> String {
        let digest = DigestAlgorithm.sha256.hash(Array("thumbturn/\(prefix)/\(name)".utf8))
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
        return "\(prefix)_" + String(digest.prefix(16).map { letters[Int($0) % letters.count] })
    }
}

extension ConfigurationDocument {
    /// The unique key of a document.
    package struct Key: Hashable, Sendable, CustomStringConvertible {
        package let kind: Kind
        package let id: String

        package init(kind: Kind, id: String) {
            self.kind = kind
            self.id = id
        }

        /// The path of the document, such as `clients["abc"]`.
        package var description: String {
            kind == .tenant ? "tenant" : "\(kind.fileMember)[\"\(id)\"]"
        }
    }

    package var key: Key { Key(kind: kind, id: id) }
}

extension ConfigurationDocument.Kind {
    /// The member of a configuration file that contains documents of this kind.
    package var fileMember: String {
        switch self {
        case .tenant: "tenant"
        case .customDomain: "custom_domains"
        case .connection: "connections"
        case .organization: "organizations"
        case .client: "clients"
        case .resourceServer: "resource_servers"
        case .clientGrant: "client_grants"
        }
    }
}
