// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A host that the server serves, with its own issuer, keys, association files and passkeys.
package struct CustomDomain: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.customDomain

    package var id: String { host }
    package var host: String
    /// The relying party ID that new passkeys are bound to.
    package var relyingPartyID: String
    /// The additional origins that may use the domain's passkeys.
    package var relatedOrigins: [WebOrigin] = []

    package init(host: HostName, relyingPartyID: String) {
        self.host = host.text
        self.relyingPartyID = relyingPartyID
    }

    package init(from members: inout ConfigurationMembers) {
        let name = members.required("domain", with: HostName.init)
        host = name?.text ?? ""
        let scope = members.parsed("relying_party_identifier", with: HostName.init)
        relyingPartyID = (scope ?? name)?.text ?? ""
        if let name, let scope, !name.isWithin(scope.text) {
            members.reject(
                "relying_party_identifier", message: "\(name) is not part of \(scope), so browsers would reject it.",
                remedy: "Use \(name) or one of its parent domains, or remove the setting.")
        }
        members.accept(.customDomain)
        members.object("thumbturn") { own in
            relatedOrigins = own.parsedList("related_origins", with: WebOrigin.init) ?? []
        }
    }
}
