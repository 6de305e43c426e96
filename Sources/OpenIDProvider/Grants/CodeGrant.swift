// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import IdentityModel
import SignIn

/// The grant of a code that was sent to the user: with the session of its challenge, or with the address that it was sent
/// to.
package struct CodeGrant: Sendable {
    private let body: TokenBody

    init(_ body: TokenBody) {
        self.body = body
    }

    /// Has the code judged, and exchanges the sign-in for tokens. The scope is decided first, so that a request for a
    /// forbidden scope uses no try up.
    func tokens(for request: TokenRequest, with services: GrantServices) async throws -> GrantedTokens {
        guard let text = body.oneTimeCode else { throw OAuthFailure.parameterMissing("otp") }
        var exchange = try SignInExchange(of: request)
        try exchange.offerTicket(for: body)
        let (host, configuration) = (request.provider.issuer.host, request.provider.configuration)
        let meant = try await meantCode(in: configuration, with: services)
        let code = EnteredCode(
            text, of: meant.reference, for: .signIn, client: request.client.client.id, at: host, by: request.sender)
        let wanted = AdmissionRequest(
            client: request.client.client, host: host, realm: meant.realm, organization: body.organization)
        let signIn = try await CodeSignIn(services.codes).judge(
            code, by: meant.kind, for: wanted, in: configuration)
        return try await exchange.complete(signIn, with: services)
    }

    private struct MeantCode {
        let reference: EnteredCode.Reference
        let kind: Identifier.Kind
        /// The connection; `nil` for the default one.
        var realm: String?
    }

    private func meantCode(
        in configuration: ConfigurationSnapshot, with services: GrantServices
    ) async throws -> MeantCode {
        if let session = body.ceremonySession {
            let id = SentCode.ID(text: session) ?? SentCode.ID(rawValue: [])
            let address = try await services.codes.address(of: id)
            return MeantCode(reference: .id(id), kind: address?.kind ?? .email, realm: address?.connection)
        }
        guard let name = body.username else { throw OAuthFailure.parameterMissing("username") }
        let kind: Identifier.Kind
        switch body.realm {
        case "email": kind = .email
        case "sms": kind = .phoneNumber
        case nil: throw OAuthFailure.parameterMissing("realm")
        default: throw OAuthFailure.parameterMalformed("realm")
        }
        let connection = configuration.connection(nil)?.name ?? ""
        let address = SentCode.Address(kind, typed: name, in: connection)
        return MeantCode(reference: .newest(for: address), kind: kind)
    }
}
