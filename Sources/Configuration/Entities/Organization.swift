// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// A customer, a department: people sign in to it, and tokens name it.
package struct Organization: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.organization

    package var id: String { name }
    package var name: String
    /// What tokens call it, in `org_id`.
    package var tokenID: String
    package var displayName: String
    /// The names or ids of the connections it admits; `nil` for all.
    package var connections: [String]?
    package var metadata = JSONObject()

    package init(from members: inout ConfigurationMembers) {
        name = members.required("name", Self.readName) ?? ""
        tokenID = members.parsed("id", Self.readID) ?? StableID.make("org", from: name)
        displayName = members.text("display_name") ?? name
        metadata = members.textsByName("metadata", count: 25)
        if members.value("enabled_connections") != nil {
            connections = members.objects("enabled_connections") { entry in
                if entry.bool("assign_membership_on_login") == false {
                    entry.refuse(
                        "assign_membership_on_login",
                        "Members are not listed here: everybody of the connection may sign in to the organization.",
                        remedy: "Write true if that is right, or give its people a connection of their own.")
                }
                entry.accept(.organizationConnection)
                return entry.requiredText("connection_id") ?? ""
            }
        } else {
            members.warn(
                "enabled_connections", "Without it, everybody of every connection may sign in to this organization.",
                remedy: "Name the connections whose people belong to it.")
        }
        members.refuseUnlessOff(
            "is_app_entitlement_active", "Which clients an organization admits is not kept here: it would admit all.",
            remedy: "Write false if every client may sign people in to it.")
        members.accept(.organization)
    }

    private static func readName(_ text: String) throws(ValueRejection) -> String {
        let isName = text.utf8.allSatisfy { $0.isLowerCase || $0.isDigit || "-_".utf8.contains($0) }
        guard isName, (1...50).contains(text.utf8.count), text.utf8.first.map({ $0.isLowerCase || $0.isDigit }) == true,
            !text.hasPrefix("org_")
        else {
            throw ValueRejection(
                "is no organization's name",
                remedy: "Write up to 50 letters a-z, digits, - and _, a letter or digit first.")
        }
        return text
    }

    private static func readID(_ text: String) throws(ValueRejection) -> String {
        guard text.hasPrefix("org_"), (5...64).contains(text.utf8.count),
            text.dropFirst(4).utf8.allSatisfy(\.isAlphanumeric)
        else {
            throw ValueRejection(
                "is no organization's id", remedy: "Write org_ with letters and digits, or leave it out.")
        }
        return text
    }
}
