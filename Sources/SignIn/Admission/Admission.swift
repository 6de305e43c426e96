// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// The permission to sign users up or in with a kind of way in. Only the configuration decides.
///
/// It says whether a client may do that at a host, in a connection and an organization. What a method needs beyond
/// that, such as the relying party of a ceremony, is the method's own.
///
/// An `AdmissionRequest` is admitted anew for the options of a ceremony and for its response, so a change of the
/// configuration takes effect in between.
package struct Admission: Sendable {
    package let connection: Connection
    package private(set) var organization: Organization?

    /// Admits a client that signs users up or in itself.
    package init(
        client request: AdmissionRequest, to kind: WayReference.Kind, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        guard kind.grantTypes.contains(where: request.client.grantTypes.contains) else {
            throw .admission(.client(kind.missingGrant))
        }
        try self.init(enrollment: request, to: kind, in: configuration)
        organization = try Self.organization(of: request, for: connection, in: configuration)
    }

    /// Admits a client that speaks Auth0's old requests.
    init(
        legacyClient request: AdmissionRequest, to kind: WayReference.Kind, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        guard request.client.usesLegacyDeviceKeys else { throw .deviceKey(.legacyDisabled) }
        guard request.client.isFirstParty else { throw .admission(.client(.firstParty)) }
        connection = try Self.connection(of: request, to: kind, in: configuration)
        organization = try Self.organization(of: request, for: connection, in: configuration)
    }

    /// Admits a client on behalf of a user who is signed in. The client needs no grant, because it gets no tokens, and
    /// no organization, because a way in belongs to the account.
    init(
        enrollment request: AdmissionRequest, to kind: WayReference.Kind, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        guard request.client.isFirstParty else { throw .admission(.client(.firstParty)) }
        guard request.client.isOIDCConformant else { throw .admission(.client(.oidcConformant)) }
        connection = try Self.connection(of: request, to: kind, in: configuration)
    }

    /// Admits the server's own pages on behalf of a client, which may be anyone's: it learns nothing before the user
    /// agrees.
    init(
        onHostedPages request: AdmissionRequest, to kind: WayReference.Kind, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        connection = try Self.connection(of: request, to: kind, in: configuration)
        organization = try Self.organization(of: request, for: connection, in: configuration)
    }

    /// Admits the server's own pages, where no client takes part.
    init(
        ownPagesFor realm: String, to kind: WayReference.Kind, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        guard let connection = configuration.connection(realm) else { throw .admission(.connectionUnknown(realm)) }
        try kind.requireEnabled(in: connection, of: configuration)
        self.connection = connection
    }

    private static func connection(
        of request: AdmissionRequest, to kind: WayReference.Kind, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> Connection {
        guard configuration.allows(request.client, at: request.host) else { throw .admission(.client(.domain)) }
        guard let connection = configuration.connection(request.realm),
            configuration.allows(request.client, in: connection)
        else {
            throw .admission(.connectionUnknown(request.realm))
        }
        try kind.requireEnabled(in: connection, of: configuration)
        return connection
    }

    private static func organization(
        of request: AdmissionRequest, for connection: Connection, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> Organization? {
        guard let name = request.organization else {
            guard request.client.organizationUsage != .require else { throw .admission(.organization(.required)) }
            return nil
        }
        guard request.client.organizationUsage != .deny else { throw .admission(.organization(.notAllowed)) }
        guard let organization = configuration.organization(name) else { throw .admission(.organization(.unknown)) }
        guard configuration.allows(connection, in: organization) else {
            throw .admission(.organization(.connectionNotAdmitted))
        }
        return organization
    }
}

extension WayReference.Kind {
    /// The grants with which clients take a way of this kind themselves.
    var grantTypes: [GrantType] {
        switch self {
        case .passkey: [.passkey]
        case .password: [.password, .passwordRealm]
        case .email, .phone: [.passwordlessOTP]
        case .deviceKey: [.jwtBearer]
        }
    }

    fileprivate var missingGrant: AdmissionRejection.ClientRule {
        switch self {
        case .passkey: .passkeyGrant
        case .password: .passwordGrant
        case .email, .phone: .codeGrant
        case .deviceKey: .deviceKeyGrant
        }
    }

    /// Whether the users of a connection sign in with a way of this kind.
    package func isEnabled(in connection: Connection, of configuration: ConfigurationSnapshot) -> Bool {
        switch self {
        case .passkey: connection.methods.isPasskeyEnabled
        case .password: configuration.acceptsPasswords(in: connection)
        case .email: connection.methods.isEmailOTPEnabled && connection.identifiers.active.contains(.email)
        case .phone: connection.methods.isPhoneOTPEnabled && connection.identifiers.active.contains(.phoneNumber)
        // The client decides alone.
        case .deviceKey: true
        }
    }

    fileprivate func requireEnabled(
        in connection: Connection, of configuration: ConfigurationSnapshot
    ) throws(SignInFailure) {
        guard !isEnabled(in: connection, of: configuration) else { return }
        switch self {
        case .passkey: throw .admission(.passkeysDisabled(connection: connection.name))
        case .password: throw .admission(.passwordsDisabled(connection: connection.name))
        case .email, .phone: throw .admission(.codesDisabled(self, connection: connection.name))
        case .deviceKey: break
        }
    }
}
