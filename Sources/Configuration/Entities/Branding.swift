// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The appearance of pages. Members that a client leaves out are the tenant's.
package struct Branding: Hashable, Sendable {
    package var logoURL: AbsoluteURI?
    /// The color of buttons and links.
    package var primaryColor: RGBColor?
    package var backgroundColor: RGBColor?

    package init() {}

    init(from members: inout ConfigurationMembers) {
        logoURL = members.webAddress("logo_url")
        primaryColor = members.parsed("primary_color", with: RGBColor.init(configured:))
        backgroundColor = members.parsed("background_color", with: RGBColor.init(configured:))
    }

    /// Returns the branding with the missing members of another.
    func completed(with other: Branding) -> Branding {
        var branding = self
        branding.logoURL = logoURL ?? other.logoURL
        branding.primaryColor = primaryColor ?? other.primaryColor
        branding.backgroundColor = backgroundColor ?? other.backgroundColor
        return branding
    }

    /// The contrast of links with the page, if it is below the 3:1 at which they can be recognized (WCAG 2.2, 1.4.11).
    /// A page without a background color is white.
    var insufficientLinkContrast: Double? {
        guard let primaryColor else { return nil }
        let contrast = primaryColor.contrast(with: backgroundColor ?? .white)
        return contrast < Self.minimumLinkContrast ? contrast : nil
    }

    private static let minimumLinkContrast = 3.0
}

extension ConfigurationSnapshot {
    /// Returns the appearance of a client's pages, or of pages without a client.
    package func branding(for client: Client?) -> Branding {
        var branding = client?.branding ?? Branding()
        branding.logoURL = branding.logoURL ?? client?.logoURI
        branding = branding.completed(with: tenant.branding)
        branding.logoURL = branding.logoURL ?? tenant.pictureURL
        return branding
    }
}
