// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A client's permission to request access tokens of its own, without a user, for one API.
package struct ClientGrant: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.clientGrant

    /// The ID in the Management API. A client has at most one grant for an API.
    package var id: String { Self.id(client: client, audience: audience) }
    package var client: String
    package var audience: String
    /// The scopes that the client may request; `nil` allows all scopes of the API.
    package var scopes: [String]?

    package init(client: String, audience: String, scopes: [String]?) {
        self.client = client
        self.audience = audience
        self.scopes = scopes
    }

    package init(from members: inout ConfigurationMembers) {
        client = members.requiredText("client_id") ?? ""
        audience = members.required("audience", with: ResourceServer.audience) ?? ""
        let listed = members.parsedList("scope", with: ResourceServer.scopeToken) ?? []
        scopes = members.bool("allow_all_scopes") == true ? nil : listed
        rejectUnsafeSettings(in: &members)
        members.accept(.clientGrant)
    }

    static func id(client: String, audience: String) -> String {
        StableID.make("cgr", from: "\(client) \(audience)")
    }

    /// Rejects grants that would mean something else here.
    private func rejectUnsafeSettings(in members: inout ConfigurationMembers) {
        if let subject = members.text("subject_type"), subject != "client" {
            members.reject(
                "subject_type", message: "Tokens of users are not restricted by client grants.",
                remedy: "Remove the grant. It would let the client request tokens of its own.")
        }
        if members.text("organization_usage") == "require" {
            members.reject(
                "organization_usage", message: "Tokens of clients don't name an organization.",
                remedy: "Set it to deny, or remove the grant.")
        }
        members.rejectUnlessOff(
            "default_for", message: "A grant is for one client.", remedy: "Write a grant for each client.")
    }
}
