// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

/// The settings of the whole server.
package struct Tenant: ConfigurationEntity {
    package static let kind = ConfigurationDocument.Kind.tenant
    /// The ID of the only tenant.
    package static let onlyID = "tenant"

    package var id: String { Self.onlyID }
    package var friendlyName: String?
    package var pictureURL: AbsoluteURI?
    /// The contact for users who can't sign in. The sign-in page links to the URL, or to the address if there is none.
    package var supportEmail: String?
    package var supportURL: AbsoluteURI?
    /// The name of the connection that is used if a request names none.
    package var defaultDirectory: String?
    package var defaultAudience: String?
    /// The lifetime of a browser session, in seconds.
    package var sessionLifetime = 168 * 3600
    /// The longest time between uses of a browser session, in seconds.
    package var idleSessionLifetime = 72 * 3600
    /// Whether refresh tokens of confidential clients are bound to a key too.
    package var bindsAllRefreshTokens = false
    package var policy = CeremonyPolicyMembers()
    /// The additional origins that may use the passkeys of every domain.
    package var relatedOrigins: [WebOrigin] = []
    package var branding = Branding()
    /// Whether sessions are used without a question where any program on the device can take the redirect.
    package var skipsRedirectConfirmation: Bool?
    /// The URLs that a logout without a client may return to.
    package var allowedLogoutURLs: [AbsoluteURI] = []
    /// The page that a user is sent to if a page can't continue, such as a bookmarked sign-in page.
    package var defaultRedirectionURI: AbsoluteURI?
    /// The languages of pages as language tags, the preferred one first; empty allows all.
    package var enabledLocales: [String] = []
    /// Whether a rejected sign-up with a password says that there is an account already.
    package var reportsExistingAccounts = false
    package var passwordHashCost = PasswordHashCost()
    package var breachedPassword = BreachedPasswordRule.flag
    package var recovery = RecoveryRules()
    package var notices = NoticeRules()
    package var codes = CodeRules()

    package init() {}

    package init(from members: inout ConfigurationMembers) {
        friendlyName = members.text("friendly_name")
        pictureURL = members.webAddress("picture_url")
        supportEmail = members.parsed("support_email", with: Self.readMailAddress)
        supportURL = members.parsed("support_url", with: Self.readSupportURL)
        defaultDirectory = members.text("default_directory")
        defaultAudience = members.text("default_audience", upTo: 600)
        sessionLifetime = Self.lifetime("session_lifetime", in: &members) ?? sessionLifetime
        idleSessionLifetime = Self.lifetime("idle_session_lifetime", in: &members) ?? idleSessionLifetime
        bindsAllRefreshTokens = members.bool("dpop_strict_refresh_token_binding") ?? false
        skipsRedirectConfirmation = members.bool("skip_non_verifiable_callback_uri_confirmation_prompt")
        allowedLogoutURLs = members.parsedList("allowed_logout_urls", with: AbsoluteURI.init) ?? []
        defaultRedirectionURI = members.webAddress("default_redirection_uri")
        enabledLocales = members.parsedList("enabled_locales", with: Self.readLocale) ?? []
        members.object("flags") { flags in
            reportsExistingAccounts = flags.bool("enable_public_signup_user_exists_error") ?? false
            flags.acceptOthers()
        }
        members.accept(.tenant)
        members.object("thumbturn") { own in
            policy = CeremonyPolicyMembers(from: &own)
            relatedOrigins = own.parsedList("related_origins", with: WebOrigin.init) ?? []
            branding = own.object("branding", with: Branding.init) ?? Branding()
            passwordHashCost = own.object("password_hash", with: PasswordHashCost.init) ?? PasswordHashCost()
            let breached: BreachedPasswordRule? = own.word("breached_password")
            breachedPassword = breached ?? .flag
            recovery = own.object("recovery", with: RecoveryRules.init) ?? RecoveryRules()
            notices = own.object("notices", with: NoticeRules.init) ?? NoticeRules()
            codes = own.object("codes", with: CodeRules.init) ?? CodeRules()
            own.skip("is_generated")
        }
    }

    package var passwordReset: PasswordResetRule { recovery.passwordReset ?? .atOnce }
    /// Whether users get a mail after a sign-in in a new browser.
    package var noticesNewBrowsers: Bool { notices.newBrowser ?? true }

    /// Reads a language tag such as `de` or `pt-BR` (RFC 5646).
    private static func readLocale(_ text: String) throws(ValueRejection) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard (1...35).contains(text.utf8.count), parts.allSatisfy({ (1...8).contains($0.count) }),
            parts.joined().allSatisfy(\.isAlphanumeric)
        else {
            throw ValueRejection("is not a valid language tag", remedy: "Use a tag such as en or pt-BR.")
        }
        return text
    }

    /// Reads an address of mail whose characters need no quotation marks (RFC 5322, section 3.4.1) and no encoding in a
    /// link.
    private static func readMailAddress(_ text: String) throws(ValueRejection) -> String {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count),
            parts[0].utf8.allSatisfy({ $0.isAlphanumeric || "!$'*+-._~".utf8.contains($0) }),
            (try? HostName(parts[1].lowercased())) != nil
        else {
            throw ValueRejection("is not a mail address", remedy: "Use an address such as help@example.com.")
        }
        return text
    }

    /// Reads an https URL. Users in trouble follow the link, so an attacker on the network must not be able to change
    /// where it leads.
    private static func readSupportURL(_ text: String) throws(ValueRejection) -> AbsoluteURI {
        let url = try AbsoluteURI(text)
        guard url.isHTTPS else {
            throw ValueRejection("is not an https URL", remedy: "Start with https://, or use support_email.")
        }
        return url
    }

    /// Reads a lifetime in hours, or in minutes from the member that Auth0 added later.
    private static func lifetime(_ name: String, in members: inout ConfigurationMembers) -> Int? {
        let hours = members.number(name, in: 1.0 / 60...8760, of: "hours")
        let minutes = members.number("\(name)_in_minutes", in: 1...525_600, of: "minutes")
        return minutes.map { Int($0 * 60) } ?? hours.map { Int($0 * 3600) }
    }
}

/// What a sign-in does with a right password that attackers try first.
package enum BreachedPasswordRule: String, CaseIterable, Sendable {
    /// It is noted, and the user is asked for a passkey or another password.
    case flag
    /// Nobody signs in with it.
    case block
}
