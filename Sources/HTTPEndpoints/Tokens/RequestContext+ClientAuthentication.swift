// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn

extension RequestContext {
    /// Authenticates the client that the body names, or the `fallback` if it names none.
    func authenticate(
        _ parameters: ClientParameters, fallback: String? = nil
    ) throws(HTTPProblem) -> VerifiedClient {
        do throws(OAuthFailure) {
            let presented = try PresentedClient(
                PresentedClient.Parameters(parameters), authorization: field("Authorization"))
            guard let id = presented.id ?? fallback else { throw .parameterMissing("client_id") }
            let named = configuration.client(id)
            client = named
            return try ClientVerification(issuer: issuer).verify(presented.credential, of: named, at: time)
        } catch {
            var problem = HTTPProblem(error)
            // RFC 6749, section 5.2. An SDK that sends no such header would read the challenge instead of the error.
            if problem.status == 401, request.headers["Authorization"] != nil {
                problem.headers["WWW-Authenticate"] = "Basic realm=\"thumbturn\""
            }
            throw problem
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
