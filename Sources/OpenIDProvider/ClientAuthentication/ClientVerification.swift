// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import WireFormats

/// A client that has proven who it is, as far as it has to. Only the verifier makes one.
package struct VerifiedClient: Sendable {
    package let client: Client
    /// There if it has sent an assertion: the assertion must be taken, or it could be used again.
    package let assertion: AssertionUse?

    fileprivate init(client: Client, assertion: AssertionUse?) {
        self.client = client
        self.assertion = assertion
    }

    /// Takes the assertion as part of what the request does.
    package func takeAssertion(in transaction: any StorageTransaction) throws {
        try assertion?.consume(in: transaction)
    }

    /// Takes the assertion for a request that writes nothing else.
    package func takeAssertion(in storage: any Storage) async throws {
        guard assertion != nil else { return }
        try await storage.withTransaction { try takeAssertion(in: $0) }
    }
}

/// Verifies that a request is from the client it names, by the one method that the client is registered with.
/// Whether a secret comes in the body or in the header is no difference: auth0-server-python has it in both places.
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
            return VerifiedClient(client: client, assertion: try judge(credential, of: client, at: time))
        } catch {
            throw .clientNotAuthenticated(error)
        }
    }

    private func judge(
        _ credential: PresentedClient.Credential, of client: Client, at time: Timestamp
    ) throws(ClientRejection) -> AssertionUse? {
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
