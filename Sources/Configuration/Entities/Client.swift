// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// An application that uses the server to sign users in. It is a class because each request passes it on many times.
package final class Client: ConfigurationEntity {
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

        /// Whether applications of this type run in a browser, which others may find open.
        var isInBrowser: Bool { self == .spa || self == .regularWeb }
    }

    package enum OrganizationUsage: String, CaseIterable, Sendable {
        case deny
        case allow
        case require
    }

    package static let kind = ConfigurationDocument.Kind.client

    package let id: String
    package let name: String
    package let applicationType: ApplicationType
    package let authentication: ClientAuthentication
    package let grantTypes: Set<GrantType>
    package let callbacks: [AbsoluteURI]
    package let allowedLogoutURLs: [AbsoluteURI]
    package let backchannelLogout: BackchannelLogout
    /// The page that starts a sign-in with the client.
    package let initiateLoginURI: AbsoluteURI?
    /// Whether authorization requests must be pushed first (RFC 9126).
    package let requiresPushedRequests: Bool
    /// Whether sessions are used without a question where any program on the device can take the redirect; `nil` if the
    /// tenant decides.
    package let skipsRedirectConfirmation: Bool?
    /// The origins of the client's pages, which may run ceremonies and send requests.
    package let webOrigins: [WebOrigin]
    /// The additional origins that may send requests.
    package let allowedOrigins: [WebOrigin]
    package let isFirstParty: Bool
    package let isOIDCConformant: Bool
    package let organizationUsage: OrganizationUsage
    package let mobile: MobileSettings
    package let refreshTokens: RefreshTokenPolicy
    package let idToken: IDTokenSettings
    package let requiresProofOfPossession: Bool
    package let logoURI: AbsoluteURI?
    package let branding: Branding
    package let metadata: JSONObject
    package let policy: CeremonyPolicyMembers
    /// The additional origins that may use the passkeys, published as related origins.
    package let relatedOrigins: [WebOrigin]
    /// The custom domains that the client uses; `nil` if it lists none.
    package let domains: [String]?
    /// Whether the plain ceremony API of the client's hosts signs users in for this client.
    package let usesCeremonyAPI: Bool
    /// Whether the server generated the client for the URL that it had then.
    package let isGenerated: Bool
    /// The longest time since a user's sign-in with the client after which the client may add or remove the user's
    /// passkeys, in seconds. `nil` if it doesn't matter.
    package let enrollmentMaxAge: Int?

    /// Until when its users sign in with device keys; `nil` for as long as they like.
    package let deviceKeysUntil: Timestamp?
    /// Whether the client speaks the requests of Auth0's Touch ID library.
    package let usesLegacyDeviceKeys: Bool
    /// Whether such keys may be of RSA with 1,024 bits, as that library makes them.
    package let acceptsWeakDeviceKeys: Bool

    /// The time in browsers, unless the client has one of its own.
    package static let browserEnrollmentMaxAge = 900

    package init(from members: inout ConfigurationMembers) {
        id = members.required("client_id", with: Self.readID) ?? ""
        name = members.text("name") ?? id
        applicationType = members.word("app_type") ?? .regularWeb
        var authentication = ClientAuthentication(from: &members, applicationType: applicationType)
        isFirstParty = members.bool("is_first_party") ?? true
        isOIDCConformant = members.bool("oidc_conformant") ?? true
        grantTypes = GrantType.read(from: &members, applicationType: applicationType)
        requiresPushedRequests = members.bool("require_pushed_authorization_requests") ?? false
        skipsRedirectConfirmation = members.bool("skip_non_verifiable_callback_uri_confirmation_prompt")
        callbacks = members.parsedList("callbacks", with: AbsoluteURI.init) ?? []
        allowedLogoutURLs = members.parsedList("allowed_logout_urls", with: AbsoluteURI.init) ?? []
        initiateLoginURI = members.webAddress("initiate_login_uri")
        backchannelLogout = BackchannelLogout.read(from: &members)
        webOrigins = members.parsedList("web_origins", with: WebOrigin.init) ?? []
        allowedOrigins = members.parsedList("allowed_origins", with: WebOrigin.init) ?? []
        organizationUsage = members.word("organization_usage") ?? .deny
        mobile = members.object("mobile", with: MobileSettings.init) ?? MobileSettings()
        let type = applicationType
        var refreshTokens =
            members.object("refresh_token") { RefreshTokenPolicy(from: &$0, for: type) } ?? RefreshTokenPolicy()
        idToken = members.object("jwt_configuration", with: IDTokenSettings.init) ?? IDTokenSettings()
        requiresProofOfPossession = members.bool("require_proof_of_possession") ?? false
        logoURI = members.webAddress("logo_uri")
        metadata = members.textsByName("client_metadata", count: 10)
        let own = members.object("thumbturn", with: OwnMembers.init) ?? OwnMembers()
        authentication.secret = own.secret ?? authentication.secret
        self.authentication = authentication
        if let leeway = own.boundLeeway { refreshTokens.boundLeeway = max(leeway, refreshTokens.leeway) }
        self.refreshTokens = refreshTokens
        policy = own.policy
        branding = own.branding
        relatedOrigins = own.relatedOrigins
        domains = own.domains
        usesCeremonyAPI = own.usesCeremonyAPI
        isGenerated = own.isGenerated
        enrollmentMaxAge = own.enrollmentMaxAge ?? (applicationType.isInBrowser ? Self.browserEnrollmentMaxAge : nil)
        if own.usesLegacyDeviceKeys, !isOIDCConformant || !grantTypes.contains(.jwtBearer) {
            members.warn(
                "thumbturn.legacy_touch_id", message: "Nothing leads from these keys to passkeys.",
                remedy: "Set oidc_conformant to true, and add \(GrantType.jwtBearer.rawValue) to grant_types.")
        }
        if own.usesLegacyDeviceKeys, authentication.method != .none {
            members.reject(
                "thumbturn.legacy_touch_id", message: "The old requests have no place for the client's secret.",
                remedy: "Set token_endpoint_auth_method to none, or use another client for the old application.")
        }
        deviceKeysUntil = own.deviceKeysUntil
        usesLegacyDeviceKeys = own.usesLegacyDeviceKeys
        acceptsWeakDeviceKeys = own.acceptsWeakDeviceKeys
        rejectUnsafeSettings(in: &members)
        members.accept(.client)
    }

    /// The members that Auth0's clients do not have.
    private struct OwnMembers {
        var policy = CeremonyPolicyMembers()
        var branding = Branding()
        var relatedOrigins: [WebOrigin] = []
        var domains: [String]?
        var secret: ClientSecretHash?
        var usesCeremonyAPI = false
        var isGenerated = false
        var enrollmentMaxAge: Int?
        var boundLeeway: Int?
        var deviceKeysUntil: Timestamp?
        var usesLegacyDeviceKeys = false
        var acceptsWeakDeviceKeys = false

        init() {}

        init(from members: inout ConfigurationMembers) {
            policy = CeremonyPolicyMembers(from: &members)
            branding = members.object("branding", with: Branding.init) ?? branding
            isGenerated = members.bool("is_generated") ?? false
            relatedOrigins = members.parsedList("related_origins", with: WebOrigin.init) ?? []
            domains = members.parsedList("domains", with: HostName.init)?.map(\.text)
            usesCeremonyAPI = members.bool("ceremony_api") ?? false
            enrollmentMaxAge = members.integer("enrollment_max_age", in: 1...31_536_000, of: "seconds")
            boundLeeway = members.integer("bound_refresh_leeway", in: 0...2_592_000, of: "seconds")
            deviceKeysUntil = members.time("device_keys_until")
            usesLegacyDeviceKeys = members.bool("legacy_touch_id") ?? false
            acceptsWeakDeviceKeys = members.bool("legacy_rsa_1024") ?? false
            if acceptsWeakDeviceKeys, !usesLegacyDeviceKeys {
                members.reject(
                    "legacy_rsa_1024", message: "It has no effect without legacy_touch_id.",
                    remedy: "Set legacy_touch_id to true, or leave it out.")
            }
            if usesLegacyDeviceKeys, deviceKeysUntil == nil {
                members.warn(
                    "legacy_touch_id", message: "Keys of Auth0's Touch ID library have no end.",
                    remedy: "Set device_keys_until to the date on which they no longer sign in.")
            }
            secret = members.secret("client_secret_hash", with: ClientSecretHash.init)
        }
    }

    private func rejectUnsafeSettings(in members: inout ConfigurationMembers) {
        for callback in callbacks where callback.isPlainHTTP {
            members.warn(
                "callbacks", message: "\(callback) uses plain HTTP, which exposes authorization codes.",
                remedy: "Use https.")
        }
        if let level = members.text("compliance_level"), level != "none" {
            members.reject(
                "compliance_level", message: "The rules of \(level) are not enforced.",
                remedy: "Set it to none if the client does not need them.")
        }
        Self.rejectRequestObjects(in: &members)
        members.rejectUnlessOff(
            "jwks_uri", message: "Keys are not fetched from other servers.",
            remedy: "Add the keys as PEM to client_authentication_methods.private_key_jwt.credentials.")
    }

    /// Reads the settings of signed request objects, which are rejected where they are sent.
    private static func rejectRequestObjects(in members: inout ConfigurationMembers) {
        members.object("signed_request_object") { requests in
            requests.rejectUnlessOff(
                "required", message: "Signed request objects are not supported. The client could not sign users in.",
                remedy: "Set it to false, and require_pushed_authorization_requests to true.")
            requests.accept(.signedRequests)
        }
    }

    private static func readID(_ text: String) throws(ValueRejection) -> String {
        let isToken = text.utf8.allSatisfy { $0.isAlphanumeric || "-._~".utf8.contains($0) }
        guard isToken, (1...128).contains(text.utf8.count) else {
            throw ValueRejection("is not a valid client ID", remedy: "Use up to 128 letters, digits and - . _ ~.")
        }
        return text
    }
}

/// The settings of a client's ID tokens.
package struct IDTokenSettings: Sendable {
    package var algorithm = TokenAlgorithm.rs256
    /// The lifetime in seconds.
    package var lifetime = 36_000

    init() {}

    init(from members: inout ConfigurationMembers) {
        algorithm = members.parsed("alg", with: TokenAlgorithm.init(configured:)) ?? algorithm
        lifetime = members.integer("lifetime_in_seconds", in: 1...2_592_000, of: "seconds") ?? lifetime
        members.accept(.clientTokens)
    }
}
