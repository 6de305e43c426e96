// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// What holds for the whole server.
package struct Tenant: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.tenant
    /// There is one.
    package static let onlyID = "tenant"

    package var id: String { Self.onlyID }
    package var friendlyName: String?
    package var logo: AbsoluteURI?
    package var supportAddress: String?
    package var supportPage: AbsoluteURI?
    /// The name of the connection that people are in unless a request says otherwise.
    package var defaultConnection: String?
    package var defaultAudience: String?
    /// How long a browser stays signed in, in seconds.
    package var sessionValidFor = 168 * 3600
    package var idleSessionValidFor = 72 * 3600
    package var policy = CeremonyPolicyMembers()
    /// Sites beyond a domain's own that may use its passkeys.
    package var relatedOrigins: [WebOrigin] = []
    package var branding = Branding()

    package init() {}

    package init(from members: inout ConfigurationMembers) {
        friendlyName = members.text("friendly_name")
        logo = members.parsed("picture_url", AbsoluteURI.init)
        supportAddress = members.text("support_email")
        supportPage = members.parsed("support_url", AbsoluteURI.init)
        defaultConnection = members.text("default_directory")
        defaultAudience = members.text("default_audience", upTo: 600)
        sessionValidFor = Self.lifetime("session_lifetime", &members) ?? sessionValidFor
        idleSessionValidFor = Self.lifetime("idle_session_lifetime", &members) ?? idleSessionValidFor
        members.accept(.tenant)
        members.object("thumbturn") { own in
            policy = CeremonyPolicyMembers(from: &own)
            relatedOrigins = own.parsedList("related_origins", WebOrigin.init) ?? []
            branding = own.object("branding", Branding.init) ?? Branding()
            own.accept(.ownTenant)
            own.skip("is_generated")
        }
    }

    /// Auth0 has hours, with fractions, and takes minutes under another name.
    private static func lifetime(_ name: String, _ members: inout ConfigurationMembers) -> Int? {
        let hours = members.number(name, in: 1.0 / 60...8760, of: "hours")
        let minutes = members.number("\(name)_in_minutes", in: 1...525_600, of: "minutes")
        return minutes.map { Int($0 * 60) } ?? hours.map { Int($0 * 3600) }
    }
}

/// How pages look.
package struct Branding: Hashable, Sendable {
    package var logo: AbsoluteURI?
    /// As `#RRGGBB`.
    package var primaryColor: String?
    package var backgroundColor: String?

    package init() {}

    init(from members: inout ConfigurationMembers) {
        logo = members.parsed("logo_url", AbsoluteURI.init)
        primaryColor = members.parsed("primary_color", Self.color)
        backgroundColor = members.parsed("background_color", Self.color)
    }

    static func color(_ text: String) throws(ValueRejection) -> String {
        guard text.hasPrefix("#"), text.utf8.count == 7, text.utf8.dropFirst().allSatisfy(\.isHexadecimal) else {
            throw ValueRejection("is no color", remedy: "Write it as #RRGGBB.")
        }
        return text
    }
}
