// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
import WebAuthnMessages
package import WebAuthnVerification

/// The permission to run a ceremony: an admission to passkeys, with the relying party that the ceremony is for.
package struct CeremonyAdmission: Sendable {
    package let connection: Connection
    package private(set) var organization: Organization?
    package private(set) var relyingParty: RelyingParty
    /// The name that the user sees.
    package let applicationName: String
    package let binding: CeremonyBinding
    var policy: CeremonyPolicy

    /// Admits a client that signs users up or in.
    package init(_ request: AdmissionRequest, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        let admission = try Admission(client: request, to: .passkey, in: configuration)
        try self.init(admission, of: request, in: configuration)
    }

    /// Admits a client on behalf of a user who is signed in.
    init(enrollment request: AdmissionRequest, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        let admission = try Admission(enrollment: request, to: .passkey, in: configuration)
        try self.init(admission, of: request, in: configuration)
    }

    private init(
        _ admission: Admission, of request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        let (client, connection) = (request.client, admission.connection)
        guard let relyingParty = configuration.relyingParty(for: client, host: request.host) else {
            throw .ceremony(.belongsElsewhere)
        }
        self.connection = connection
        organization = admission.organization
        self.relyingParty = relyingParty
        applicationName = client.name
        policy = configuration.policy(for: client, in: connection)
        binding = CeremonyBinding(
            client: client.id, host: request.host, relyingPartyID: relyingParty.id, connection: connection.name,
            organization: admission.organization?.tokenID)
    }

    /// Admits the server's own pages on behalf of a client. Responses must come from the pages' origin.
    init(onHostedPages request: AdmissionRequest, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        let admission = try Admission(onHostedPages: request, to: .passkey, in: configuration)
        let (client, connection) = (request.client, admission.connection)
        relyingParty = try Self.ownRelyingParty(at: request.host, in: configuration)
        self.connection = connection
        organization = admission.organization
        applicationName = configuration.tenant.friendlyName ?? request.host
        policy = configuration.policy(for: client, in: connection)
        binding = CeremonyBinding(
            client: client.id, host: request.host, relyingPartyID: relyingParty.id, connection: connection.name,
            organization: admission.organization?.tokenID)
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
            enrollment: AdmissionRequest(client: client, host: owner.host, realm: realm), in: configuration)
    }

    /// Admits the server's own pages, where no client takes part. Responses must come from their origin.
    init(ownPagesAt host: String, realm: String, in configuration: ConfigurationSnapshot) throws(SignInFailure) {
        connection = try Admission(ownPagesFor: realm, to: .passkey, in: configuration).connection
        relyingParty = try Self.ownRelyingParty(at: host, in: configuration)
        applicationName = configuration.tenant.friendlyName ?? host
        policy = CeremonyPolicy(
            client: CeremonyPolicyMembers(), connection: connection.policy, tenant: configuration.tenant.policy)
        binding = CeremonyBinding(
            client: CeremonyBinding.ownPages, host: host, relyingPartyID: relyingParty.id, connection: connection.name)
    }

    private static func ownRelyingParty(
        at host: String, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> RelyingParty {
        guard let domain = configuration.domain(at: host) else { throw .ceremony(.belongsElsewhere) }
        return RelyingParty(id: domain.relyingPartyID, origins: [configuration.origin(of: host).origin])
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
