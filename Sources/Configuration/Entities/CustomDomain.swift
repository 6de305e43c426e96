// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A host that the server answers for, with its own issuer, keys, files and passkeys.
package struct CustomDomain: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.customDomain

    package var id: String { host }
    package var host: String
    /// What passkeys made here are bound to.
    package var relyingPartyID: String
    /// Sites beyond the domain's own that may use its passkeys.
    package var relatedOrigins: [WebOrigin] = []

    package init(host: HostName, relyingPartyID: String) {
        self.host = host.text
        self.relyingPartyID = relyingPartyID
    }

    package init(from members: inout ConfigurationMembers) {
        let name = members.required("domain", HostName.init)
        host = name?.text ?? ""
        let scope = members.parsed("relying_party_identifier", HostName.init)
        relyingPartyID = (scope ?? name)?.text ?? ""
        if let name, let scope, !name.isWithin(scope.text) {
            members.refuse(
                "relying_party_identifier", "\(name) is not part of \(scope), so no browser would use it there.",
                remedy: "Write \(name) or a domain that it ends with, or leave it out.")
        }
        members.accept(.customDomain)
        members.object("thumbturn") { own in
            relatedOrigins = own.parsedList("related_origins", WebOrigin.init) ?? []
        }
    }
}
