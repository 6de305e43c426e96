// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
import WebAuthnMessages
package import WebAuthnVerification

/// A client's request for a ceremony. It is a class because a client has many members, and each check takes the
/// request.
package final class CeremonyRequest: Sendable {
    package let client: Client
    package let host: String
    /// The connection the client names.
    package let realm: String?
    /// The organization the client names, by id or name.
    package let organization: String?

    package init(client: Client, host: String, realm: String? = nil, organization: String? = nil) {
        self.client = client
        self.host = host
        self.realm = realm
        self.organization = organization
    }
}

/// The permission to run a ceremony, with what the configuration says about it.
package struct CeremonyAdmission: Sendable {
    package let connection: Connection
    package private(set) var relyingParty: RelyingParty
    /// The name that the user sees.
    package let applicationName: String
    package private(set) var organization: Organization?
    package private(set) var binding: CeremonyBinding
    var policy: CeremonyPolicy

    /// Admits a client that signs users up or in. Only the configuration decides.
    package init(_ request: CeremonyRequest, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        guard request.client.grantTypes.contains(.passkey) else { throw .clientNotAdmitted(.passkeyGrant) }
        try self.init(enrollment: request, in: configuration)
        organization = try Self.organization(request, connection: connection, in: configuration)
        binding.organization = organization?.tokenID
    }

    /// Admits the server's own pages on behalf of a client, which may be anyone's: it learns nothing before the user
    /// agrees. Responses must come from the pages' origin.
    init(onHostedPages request: CeremonyRequest, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        let client = request.client
        guard configuration.allows(client, at: request.host) else { throw .clientNotAdmitted(.domain) }
        guard let connection = configuration.connection(request.realm), configuration.allows(client, in: connection)
        else {
            throw .connectionUnknown(request.realm)
        }
        try self.init(ownPagesAt: request.host, realm: connection.name, in: configuration)
        policy = configuration.policy(for: client, in: connection)
        organization = try Self.organization(request, connection: connection, in: configuration)
        binding = CeremonyBinding(
            client: client.id, host: request.host, relyingPartyID: relyingParty.id, connection: connection.name,
            organization: organization?.tokenID)
    }

    /// Admits a client on behalf of a user who is signed in. The client needs no grant, because it gets no tokens, and
    /// no organization, because a passkey belongs to the account.
    init(enrollment request: CeremonyRequest, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        guard request.client.isFirstParty else { throw .clientNotAdmitted(.firstParty) }
        guard request.client.isOIDCConformant else { throw .clientNotAdmitted(.oidcConformant) }
        guard configuration.allows(request.client, at: request.host) else { throw .clientNotAdmitted(.domain) }
        guard let connection = configuration.connection(request.realm),
            configuration.allows(request.client, in: connection)
        else {
            throw .connectionUnknown(request.realm)
        }
        guard connection.methods.isPasskeyEnabled else { throw .passkeysDisabled(connection: connection.name) }
        guard let relyingParty = configuration.relyingParty(for: request.client, host: request.host) else {
            throw .ceremony(.belongsElsewhere)
        }
        self.connection = connection
        self.relyingParty = relyingParty
        applicationName = request.client.name
        policy = configuration.policy(for: request.client, in: connection)
        binding = CeremonyBinding(
            client: request.client.id, host: request.host, relyingPartyID: relyingParty.id, connection: connection.name)
    }

    /// Admits a user who is signed in, with a client or at the server's own pages.
    init(
        enrollmentBy owner: AccountOwner, realm: String, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        guard let client = owner.client else {
            try self.init(ownPagesAt: owner.host, realm: realm, in: configuration)
            return
        }
        try self.init(
            enrollment: CeremonyRequest(client: client, host: owner.host, realm: realm), in: configuration)
    }

    /// Admits the server's own pages, where no client takes part. Responses must come from their origin.
    init(ownPagesAt host: String, realm: String, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        guard let connection = configuration.connection(realm) else { throw .connectionUnknown(realm) }
        guard connection.methods.isPasskeyEnabled else { throw .passkeysDisabled(connection: connection.name) }
        guard let domain = configuration.domain(at: host) else { throw .ceremony(.belongsElsewhere) }
        self.connection = connection
        relyingParty = RelyingParty(id: domain.relyingPartyID, origins: [configuration.origin(of: host).origin])
        applicationName = configuration.tenant.friendlyName ?? host
        policy = CeremonyPolicy(
            client: CeremonyPolicyMembers(), connection: connection.policy, tenant: configuration.tenant.policy)
        binding = CeremonyBinding(
            client: CeremonyBinding.ownPages, host: host, relyingPartyID: domain.relyingPartyID,
            connection: connection.name)
    }

    private static func organization(
        _ request: CeremonyRequest, connection: Connection, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> Organization? {
        guard let name = request.organization else {
            guard request.client.organizationUsage != .require else { throw .organization(.required) }
            return nil
        }
        guard request.client.organizationUsage != .deny else { throw .organization(.notAllowed) }
        guard let organization = configuration.organization(name) else { throw .organization(.unknown) }
        guard configuration.allows(connection, in: organization) else { throw .organization(.connectionNotAdmitted) }
        return organization
    }
}

extension CeremonyAdmission {
    /// The same admission for pages at the server's own origin only.
    func atOwnOrigin(of host: String, in configuration: ConfigurationSnapshot) -> CeremonyAdmission {
        var copy = self
        copy.relyingParty = RelyingParty(id: relyingParty.id, origins: [configuration.origin(of: host).origin])
        return copy
    }

    /// The options of a registration.
    func creationOptions(
        for ceremony: Ceremony, handle: UserHandle, names: AccountNames
    ) -> CreationOptions {
        var options = CreationOptions(
            relyingPartyID: relyingParty.id, relyingPartyName: applicationName,
            user: .init(id: handle, name: names.name, displayName: names.displayName), challenge: ceremony.challenge)
        options.timeout = policy.ceremonyLifetime * 1000
        options.userVerification = ceremony.userVerification
        options.attestation = policy.attestation
        return options
    }
}
