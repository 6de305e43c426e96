// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

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
        }
    }
}
