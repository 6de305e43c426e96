// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

/// `/oauth/par` (RFC 9126): takes the parameters of an authorization request directly from the client. Nothing is
/// stored: the `request_uri` contains them, sealed.
struct PushedAuthorizationEndpoint {
    /// The lifetime of a `request_uri`, in seconds.
    private static let lifetime = 60

    let services: Services

    func respond(to context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PushedAuthorizationBody.self, form: .jsonOrForm)
        let client = try context.authenticate(body.client)
        try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await client.consumeAssertion(in: services.storage)
        }
        let seal = try context.authorizationSeal
        let validation = AuthorizationValidation(
            configuration: context.configuration, issuer: context.issuer, keys: try context.keys)
        do {
            var parameters = try AuthorizationParameters(
                body.parameters.map { AuthorizationParameters.Parameter(name: $0.name, value: $0.value) }
            ).withoutClientAuthentication()
            // A client that authenticates in the header or with an assertion need not name itself again.
            if parameters["client_id"] == nil {
                parameters = try AuthorizationParameters(
                    parameters.parameters + [
                        AuthorizationParameters.Parameter(name: "client_id", value: client.client.id)
                    ])
            }
            try validate(parameters, of: client.client, with: validation)
            let uri = try seal.seal(
                PushedRequest(
                    client: client.client.id, parameters: parameters, source: .pushed,
                    expiresAt: context.time.advanced(by: Self.lifetime)))
            return .json(
                ["request_uri": .string(uri), "expires_in": .number(JSONNumber(Int64(Self.lifetime)))], status: 201)
        } catch let problem as HTTPProblem {
            throw problem
        } catch let error as AuthorizationPageError {
            throw HTTPProblem(error)
        } catch {
            throw HTTPProblem(unexpected: error)
        }
    }

    private func validate(
        _ parameters: AuthorizationParameters, of client: Client, with validation: AuthorizationValidation
    ) throws(HTTPProblem) {
        do throws(AuthorizationRejection) {
            _ = try validation.validate(parameters, from: .pushed)
        } catch {
            switch error {
            case .page(let error):
                var problem = HTTPProblem(error)
                problem.mismatch = client.mismatch(because: error, of: parameters)
                throw problem
            case .response(let error, _):
                throw HTTPProblem(
                    400, error: error.error, code: "oauth.\(error.code)", description: error.description)
            }
        }
    }
}
