// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// The settings of the whole server.
package struct Tenant: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.tenant
    /// The ID of the only tenant.
    package static let onlyID = "tenant"

    package var id: String { Self.onlyID }
    package var friendlyName: String?
    package var pictureURL: AbsoluteURI?
    package var supportEmail: String?
    package var supportURL: AbsoluteURI?
    /// The name of the connection that is used if a request names none.
    package var defaultDirectory: String?
    package var defaultAudience: String?
    /// The lifetime of a browser session, in seconds.
    package var sessionLifetime = 168 * 3600
    /// The longest time between uses of a browser session, in seconds.
    package var idleSessionLifetime = 72 * 3600
    package var policy = CeremonyPolicyMembers()
    /// The additional origins that may use the passkeys of every domain.
    package var relatedOrigins: [WebOrigin] = []
    package var branding = Branding()

    package init() {}

    package init(from members: inout ConfigurationMembers) {
        friendlyName = members.text("friendly_name")
        pictureURL = members.parsed("picture_url", with: AbsoluteURI.init)
        supportEmail = members.text("support_email")
        supportURL = members.parsed("support_url", with: AbsoluteURI.init)
        defaultDirectory = members.text("default_directory")
        defaultAudience = members.text("default_audience", upTo: 600)
        sessionLifetime = Self.lifetime("session_lifetime", in: &members) ?? sessionLifetime
        idleSessionLifetime = Self.lifetime("idle_session_lifetime", in: &members) ?? idleSessionLifetime
        members.accept(.tenant)
        members.object("thumbturn") { own in
            policy = CeremonyPolicyMembers(from: &own)
            relatedOrigins = own.parsedList("related_origins", with: WebOrigin.init) ?? []
            branding = own.object("branding", with: Branding.init) ?? Branding()
            own.accept(.ownTenant)
            own.skip("is_generated")
        }
    }

    /// Reads a lifetime in hours, or in minutes from the member that Auth0 added later.
    private static func lifetime(_ name: String, in members: inout ConfigurationMembers) -> Int? {
        let hours = members.number(name, in: 1.0 / 60...8760, of: "hours")
        let minutes = members.number("\(name)_in_minutes", in: 1...525_600, of: "minutes")
        return minutes.map { Int($0 * 60) } ?? hours.map { Int($0 * 3600) }
    }
}

/// The appearance of pages.
package struct Branding: Hashable, Sendable {
    package var logoURL: AbsoluteURI?
    /// The color as `#RRGGBB`.
    package var primaryColor: String?
    package var backgroundColor: String?

    package init() {}

    init(from members: inout ConfigurationMembers) {
        logoURL = members.parsed("logo_url", with: AbsoluteURI.init)
        primaryColor = members.parsed("primary_color", with: Self.color)
        backgroundColor = members.parsed("background_color", with: Self.color)
    }

    static func color(_ text: String) throws(ValueRejection) -> String {
        guard text.hasPrefix("#"), text.utf8.count == 7, text.utf8.dropFirst().allSatisfy(\.isHexadecimal) else {
            throw ValueRejection("is not a valid color", remedy: "Use the format #RRGGBB.")
        }
        return text
    }
}
