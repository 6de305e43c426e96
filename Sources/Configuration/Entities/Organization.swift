// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// An organization that users sign in to, such as a customer or a department. Tokens name it.
///
/// It is a class because each request passes it on many times.
package final class Organization: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.organization

    package var id: String { name }
    package let name: String
    /// The value of `org_id` in tokens.
    package let tokenID: String
    package let displayName: String
    /// The names or IDs of the connections whose users may sign in; `nil` allows all.
    package let enabledConnections: [String]?
    /// Whether third-party clients may name it.
    package let allowsThirdPartyClients: Bool
    package let metadata: JSONObject

    private enum ThirdPartyAccess: String, CaseIterable {
        case allow
        case block
    }

    package init(from members: inout ConfigurationMembers) {
        name = members.required("name", with: Self.readName) ?? ""
        tokenID = members.parsed("id", with: Self.readID) ?? StableID.make("org", from: name)
        displayName = members.text("display_name") ?? name
        metadata = members.textsByName("metadata", count: 25)
        allowsThirdPartyClients = members.word("third_party_client_access") == ThirdPartyAccess.allow
        if members.value("enabled_connections") != nil {
            enabledConnections = members.objects("enabled_connections") { entry in
                if entry.bool("assign_membership_on_login") == false {
                    entry.reject(
                        "assign_membership_on_login",
                        message:
                            "Membership is not supported. Every user of the connection may sign in to the organization.",
                        remedy: "Set it to true if that is intended, or create a separate connection for its users.")
                }
                entry.accept(.organizationConnection)
                return entry.requiredText("connection_id") ?? ""
            }
        } else {
            enabledConnections = nil
            members.warn(
                "enabled_connections",
                message: "Without this member, users of every connection may sign in to the organization.",
                remedy: "List the connections of its users.")
        }
        members.rejectUnlessOff(
            "is_app_entitlement_active",
            message: "Client access is not restricted per organization. Every client would be allowed.",
            remedy: "Set it to false if that is intended.")
        members.accept(.organization)
    }

    private static func readName(_ text: String) throws(ValueRejection) -> String {
        let isName = text.utf8.allSatisfy { $0.isLowerCase || $0.isDigit || "-_".utf8.contains($0) }
        guard isName, (1...50).contains(text.utf8.count), text.utf8.first.map({ $0.isLowerCase || $0.isDigit }) == true,
            !text.hasPrefix("org_")
        else {
            throw ValueRejection(
                "is not a valid organization name",
                remedy: "Use up to 50 letters a-z, digits, - and _, starting with a letter or digit.")
        }
        return text
    }

    private static func readID(_ text: String) throws(ValueRejection) -> String {
        guard text.hasPrefix("org_"), (5...64).contains(text.utf8.count),
            text.dropFirst(4).utf8.allSatisfy(\.isAlphanumeric)
        else {
            throw ValueRejection(
                "is not a valid organization ID", remedy: "Use org_ with letters and digits, or remove the setting.")
        }
        return text
    }
}
