// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// A client that was authenticated by its registered method. Only the verifier creates one.
///
/// It is a class because a client has many members, and a grant passes it on.
package final class VerifiedClient: Sendable {
    package let client: Client
    /// The assertion of the request, which must be consumed so that it cannot be replayed.
    package let assertion: OneTimeUse?

    fileprivate init(client: Client, assertion: OneTimeUse?) {
        self.client = client
        self.assertion = assertion
    }

    /// Consumes the assertion of a request that stores nothing else.
    package func consumeAssertion(in storage: any Storage) async throws(OAuthFailure) {
        try await assertion?.consume(in: storage)
    }
}

/// Authenticates clients by the method that they are registered with.
///
/// A secret is accepted both in the body and in the header, because auth0-server-python sends it in both places.
///
/// 1. `PresentedClient` reads the ID and at most one credential from the body and the `Authorization` header.
/// 2. `verify` checks the credential by the client's registered method; `ClientAssertion` verifies a signed one.
/// 3. The request consumes the assertion of the `VerifiedClient`, so that it is not accepted again.
package struct ClientVerification: Sendable {
    private let issuer: Issuer

    package init(issuer: Issuer) {
        self.issuer = issuer
    }

    package func verify(
        _ credential: PresentedClient.Credential, of client: Client?, at time: Timestamp
    ) throws(OAuthFailure) -> VerifiedClient {
        guard let client else { throw .clientUnknown }
        do throws(ClientRejection) {
            return VerifiedClient(client: client, assertion: try verify(credential, registeredFor: client, at: time))
        } catch {
            throw .clientNotAuthenticated(error)
        }
    }

    private func verify(
        _ credential: PresentedClient.Credential, registeredFor client: Client, at time: Timestamp
    ) throws(ClientRejection) -> OneTimeUse? {
        let method = client.authentication.method
        switch credential {
        case .none where method == .none:
            return nil
        case .secret(let text, let literal) where method == .secretInBody || method == .secretInHeader:
            guard let secret = client.authentication.secret,
                [text, literal].compactMap(\.self).contains(where: { secret.matches([UInt8]($0.utf8)) })
            else { throw .secretMismatch }
            return nil
        case .assertion(let text) where method == .privateKeyJWT:
            return try ClientAssertion(text).verify(client, audiences: [issuer.url, issuer.tokenEndpoint], at: time)
        case .none, .secret, .assertion:
            throw .methodNotAllowed(expected: method.rawValue)
        }
    }
}
