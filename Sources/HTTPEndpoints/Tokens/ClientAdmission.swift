// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn

extension Exchange {
    /// The client that a body names, once it has proven who it is. `fallback` says which it is where the body does not.
    mutating func verifiedClient(
        _ parameters: ClientParameters, fallback: String? = nil
    ) throws(Refusal) -> VerifiedClient {
        do throws(OAuthFailure) {
            let presented = try PresentedClient(
                PresentedClient.Parameters(parameters), authorization: field("Authorization"))
            guard let id = presented.id ?? fallback else { throw .parameterMissing("client_id") }
            client = directory.client(id)
            return try ClientVerification(issuer: issuer).verify(presented.credential, of: client, at: time)
        } catch {
            var refusal = Refusal(error)
            // RFC 6749, section 5.2. An SDK that has sent no such header reads the challenge in place of the error.
            if refusal.status == 401, request.headers["Authorization"] != nil {
                refusal.headers["WWW-Authenticate"] = "Basic realm=\"thumbturn\""
            }
            throw refusal
        }
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
