// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// An application that sends people here, with what it may do.
package struct Client: ConfigurationEntity {
    package enum ApplicationType: String, CaseIterable, Sendable {
        case native
        case spa
        case regularWeb = "regular_web"
        case nonInteractive = "non_interactive"
        case resourceServer = "resource_server"
        // Auth0's ready-made integrations. Nobody signs in with a passkey through them.
        case expressConfiguration = "express_configuration"
        case singleSignOn = "sso_integration"
        case box, cloudbees, concur, dropbox, echosign, egnyte, mscrm, newrelic, oag, office365, rms, salesforce
        case sentry, sharepoint, slack, springcm, zendesk, zoom

        /// Whether such an application can't keep a secret.
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
    package var logoutAddresses: [AbsoluteURI] = []
    /// The sites it runs on: origins of ceremonies, and of requests from browsers.
    package var webOrigins: [WebOrigin] = []
    /// Further sites that may send requests from browsers.
    package var allowedOrigins: [WebOrigin] = []
    package var isFirstParty = true
    package var isOIDCConformant = true
    package var organizationUsage = OrganizationUsage.deny
    package var devices = DeviceSettings()
    package var refreshTokens = RefreshTokenPolicy()
    package var idTokenAlgorithm = TokenAlgorithm.rs256
    /// In seconds.
    package var idTokenValidFor = 36_000
    package var requiresProofOfPossession = false
    package var logo: AbsoluteURI?
    package var metadata = JSONObject()
    package var policy = CeremonyPolicyMembers()
    /// Further sites that may use the passkeys, published as related origins.
    package var relatedOrigins: [WebOrigin] = []
    /// The domains that it is used at; nil where it says nothing.
    package var domains: [String]?

    package init(id: String, name: String) {
        self.id = id
        self.name = name
    }

    package init(from members: inout ConfigurationMembers) {
        id = members.required("client_id", Self.readID) ?? ""
        name = members.text("name") ?? id
        applicationType = members.word("app_type") ?? .regularWeb
        authentication = ClientAuthentication(from: &members, applicationType: applicationType)
        isFirstParty = members.bool("is_first_party") ?? true
        isOIDCConformant = members.bool("oidc_conformant") ?? true
        grantTypes = GrantType.read(&members, applicationType: applicationType)
        readAddresses(&members)
        organizationUsage = members.word("organization_usage") ?? .deny
        devices = members.object("mobile", DeviceSettings.init) ?? DeviceSettings()
        refreshTokens = members.object("refresh_token", RefreshTokenPolicy.init) ?? RefreshTokenPolicy()
        members.object("jwt_configuration") { tokens in
            idTokenAlgorithm = tokens.parsed("alg", TokenAlgorithm.init(configured:)) ?? .rs256
            idTokenValidFor = tokens.integer("lifetime_in_seconds", in: 1...2_592_000, of: "seconds") ?? 36_000
            tokens.accept(.clientTokens)
        }
        requiresProofOfPossession = members.bool("require_proof_of_possession") ?? false
        logo = members.parsed("logo_uri", AbsoluteURI.init)
        metadata = members.textsByName("client_metadata", count: 10)
        members.object("thumbturn") { own in
            policy = CeremonyPolicyMembers(from: &own)
            own.skip("is_generated")
            relatedOrigins = own.parsedList("related_origins", WebOrigin.init) ?? []
            domains = own.parsedList("domains", HostName.init)?.map(\.text)
            authentication.secret = own.secret("client_secret_hash", ClientSecretHash.init) ?? authentication.secret
        }
        refuseWhatIsUnsafeToIgnore(&members)
        members.accept(.client)
    }

    private mutating func readAddresses(_ members: inout ConfigurationMembers) {
        callbacks = members.parsedList("callbacks", AbsoluteURI.init) ?? []
        logoutAddresses = members.parsedList("allowed_logout_urls", AbsoluteURI.init) ?? []
        webOrigins = members.parsedList("web_origins", WebOrigin.init) ?? []
        allowedOrigins = members.parsedList("allowed_origins", WebOrigin.init) ?? []
        for callback in callbacks where callback.isPlainHTTP {
            members.warn("callbacks", "\(callback) is plain HTTP: codes sent there can be read.", remedy: "Use https.")
        }
    }

    private func refuseWhatIsUnsafeToIgnore(_ members: inout ConfigurationMembers) {
        if let level = members.text("compliance_level"), level != "none" {
            members.refuse(
                "compliance_level", "The rules of \(level) are not enforced here.",
                remedy: "Write none if the client may do without them.")
        }
        members.refuseUnlessOff(
            "jwks_uri", "The client's keys are not fetched from other servers.",
            remedy: "Paste them as PEM into client_authentication_methods.private_key_jwt.credentials.")
    }

    private static func readID(_ text: String) throws(ValueRejection) -> String {
        let isToken = text.utf8.allSatisfy { $0.isAlphanumeric || "-._~".utf8.contains($0) }
        guard isToken, (1...128).contains(text.utf8.count) else {
            throw ValueRejection("is no client's id", remedy: "Write up to 128 letters, digits and - . _ ~.")
        }
        return text
    }
}
