// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import OpenIDProvider

extension Access where Caller == Client, Input: ClientBody {
    /// The client that the body names. A confidential client authenticates.
    @inline(__always) static var client: Access {
        Access(
            security: .client, failures: [401, 403],
            check: .input { context, body in
                let verified = try context.authenticate(body.client)
                try await verified.consumeAssertion(in: context.services.storage)
                return verified.client
            })
    }
}

extension Access where Caller == VerifiedClient, Input: ClientBody {
    /// The same for an operation that consumes the client's assertion with what else it stores.
    @inline(__always) static var verifiedClient: Access {
        Access(
            security: .client, failures: [401, 403],
            check: .input { context, body in try context.authenticate(body.client) })
    }
}

extension RequestContext {
    /// Authenticates the client that the body names, or the `fallback` if it names none.
    func authenticate(_ parameters: ClientParameters, fallback: String? = nil) throws(OAuthFailure) -> VerifiedClient {
        let presented = try PresentedClient(
            PresentedClient.Parameters(parameters), authorization: field("Authorization"))
        guard let id = presented.id ?? fallback else { throw .parameterMissing("client_id") }
        let named = configuration.client(id)
        client = named
        return try ClientVerification(issuer: issuer).verify(presented.credential, of: named, at: time)
    }
}

extension PresentedClient.Parameters {
    fileprivate init(_ parameters: ClientParameters) {
        self.init()
        id = parameters.id
        secret = parameters.secret
        assertionType = parameters.assertionType
        assertion = parameters.assertion
    }
}
