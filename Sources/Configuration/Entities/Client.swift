// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// An application that uses the server to sign users in.
package struct Client: ConfigurationEntity {
    package enum ApplicationType: String, CaseIterable, Sendable {
        case native
        case spa
        case regularWeb = "regular_web"
        case nonInteractive = "non_interactive"
        case resourceServer = "resource_server"
        // Auth0's integrations, which do not use passkeys.
        case expressConfiguration = "express_configuration"
        case singleSignOn = "sso_integration"
        case box, cloudbees, concur, dropbox, echosign, egnyte, mscrm, newrelic, oag, office365, rms, salesforce
        case sentry, sharepoint, slack, springcm, zendesk, zoom

        /// Whether applications of this type can't keep a secret.
        package var isPublic: Bool { self == .native || self == .spa }
    }

    package enum OrganizationUsage: String, CaseIterable, Sendable {
        case deny
        case allow
        case require
    }

    package static let kind = ConfigurationDocument.Kind.client

    package let id: String
    package var name: String
    package var applicationType = ApplicationType.regularWeb
    package var authentication = ClientAuthentication()
    package var grantTypes: Set<GrantType> = []
    package var callbacks: [AbsoluteURI] = []
    package var allowedLogoutURLs: [AbsoluteURI] = []
    package var backchannelLogout = BackchannelLogout()
    /// The page that starts a sign-in with the client.
    package var initiateLoginURI: AbsoluteURI?
    /// Whether authorization requests must be pushed first (RFC 9126).
    package var requiresPushedRequests = false
    /// The origins of the client's pages, which may run ceremonies and send requests.
    package var webOrigins: [WebOrigin] = []
    /// The additional origins that may send requests.
    package var allowedOrigins: [WebOrigin] = []
    package var isFirstParty = true
    package var isOIDCConformant = true
    package var organizationUsage = OrganizationUsage.deny
    package var mobile = MobileSettings()
    package var refreshTokens = RefreshTokenPolicy()
    package var idTokenAlgorithm = TokenAlgorithm.rs256
    /// The lifetime of ID tokens, in seconds.
    package var idTokenLifetime = 36_000
    package var requiresProofOfPossession = false
    package var logoURI: AbsoluteURI?
    package var branding = Branding()
    package var metadata = JSONObject()
    package var policy = CeremonyPolicyMembers()
    /// The additional origins that may use the passkeys, published as related origins.
    package var relatedOrigins: [WebOrigin] = []
    /// The custom domains that the client uses; `nil` if it lists none.
    package var domains: [String]?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    package init(from members: inout ConfigurationMembers) {
        id = members.required("client_id", with: Self.readID) ?? ""
        name = members.text("name") ?? id
        applicationType = members.word("app_type") ?? .regularWeb
        authentication = ClientAuthentication(from: &members, applicationType: applicationType)
        isFirstParty = members.bool("is_first_party") ?? true
        isOIDCConformant = members.bool("oidc_conformant") ?? true
        grantTypes = GrantType.read(from: &members, applicationType: applicationType)
        readAuthorization(from: &members)
        organizationUsage = members.word("organization_usage") ?? .deny
        mobile = members.object("mobile", with: MobileSettings.init) ?? MobileSettings()
        refreshTokens = members.object("refresh_token", with: RefreshTokenPolicy.init) ?? RefreshTokenPolicy()
        members.object("jwt_configuration") { tokens in
            idTokenAlgorithm = tokens.parsed("alg", with: TokenAlgorithm.init(configured:)) ?? .rs256
            idTokenLifetime = tokens.integer("lifetime_in_seconds", in: 1...2_592_000, of: "seconds") ?? 36_000
            tokens.accept(.clientTokens)
        }
        requiresProofOfPossession = members.bool("require_proof_of_possession") ?? false
        logoURI = members.webAddress("logo_uri")
        metadata = members.textsByName("client_metadata", count: 10)
        members.object("thumbturn") { own in
            policy = CeremonyPolicyMembers(from: &own)
            branding = own.object("branding", with: Branding.init) ?? branding
            own.skip("is_generated")
            relatedOrigins = own.parsedList("related_origins", with: WebOrigin.init) ?? []
            domains = own.parsedList("domains", with: HostName.init)?.map(\.text)
            authentication.secret =
                own.secret("client_secret_hash", with: ClientSecretHash.init) ?? authentication.secret
        }
        rejectUnsafeSettings(in: &members)
        members.accept(.client)
    }

    private mutating func readAuthorization(from members: inout ConfigurationMembers) {
        requiresPushedRequests = members.bool("require_pushed_authorization_requests") ?? false
        callbacks = members.parsedList("callbacks", with: AbsoluteURI.init) ?? []
        allowedLogoutURLs = members.parsedList("allowed_logout_urls", with: AbsoluteURI.init) ?? []
        initiateLoginURI = members.webAddress("initiate_login_uri")
        backchannelLogout = BackchannelLogout.read(from: &members)
        webOrigins = members.parsedList("web_origins", with: WebOrigin.init) ?? []
        allowedOrigins = members.parsedList("allowed_origins", with: WebOrigin.init) ?? []
        for callback in callbacks where callback.isPlainHTTP {
            members.warn(
                "callbacks", message: "\(callback) uses plain HTTP, which exposes authorization codes.",
                remedy: "Use https.")
        }
    }

    private func rejectUnsafeSettings(in members: inout ConfigurationMembers) {
        if let level = members.text("compliance_level"), level != "none" {
            members.reject(
                "compliance_level", message: "The rules of \(level) are not enforced.",
                remedy: "Set it to none if the client does not need them.")
        }
        members.rejectUnlessOff(
            "jwks_uri", message: "Keys are not fetched from other servers.",
            remedy: "Add the keys as PEM to client_authentication_methods.private_key_jwt.credentials.")
    }

    private static func readID(_ text: String) throws(ValueRejection) -> String {
        let isToken = text.utf8.allSatisfy { $0.isAlphanumeric || "-._~".utf8.contains($0) }
        guard isToken, (1...128).contains(text.utf8.count) else {
            throw ValueRejection("is not a valid client ID", remedy: "Use up to 128 letters, digits and - . _ ~.")
        }
        return text
    }
}
