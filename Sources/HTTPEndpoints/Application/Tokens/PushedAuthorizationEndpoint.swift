// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import WireFormats

/// `/oauth/par` (RFC 9126): takes the parameters of an authorization request directly from the client. Nothing is
/// stored: the `request_uri` contains them, sealed.
enum PushedAuthorizationEndpoint {
    static let path: Path = "/oauth/par"

    /// The lifetime of a `request_uri`, in seconds.
    private static let lifetime = 60

    static let push = Row(
        .post, path, in: Family(limit: .token), by: .client, taking: .jsonOrForm(PushedAuthorizationBody.self),
        id: "pushAuthorizationRequest", summary: "Takes an authorization request directly from the client",
        success: .json("The request_uri for /authorize.", .pushedAuthorization, status: 201)
    ) { request in
        let (context, client) = (request.context, request.caller)
        let parameters = try parameters(in: request.input, of: client)
        let validation = try context.authorizationValidation
        do throws(AuthorizationRejection) {
            _ = try validation.validate(parameters, from: .pushed)
        } catch {
            throw problem(of: error, with: parameters, of: client)
        }
        let pushed = PushedRequest(
            client: client.id, parameters: parameters, source: .pushed,
            expiresAt: context.time.advanced(by: lifetime))
        let uri = try context.authorizationSeal.seal(pushed)
        return .json(
            ["request_uri": .string(uri), "expires_in": .number(JSONNumber(Int64(lifetime)))], status: 201)
    }

    /// A client that authenticates in the header or with an assertion need not name itself again.
    private static func parameters(
        in body: PushedAuthorizationBody, of client: Client
    ) throws -> AuthorizationParameters {
        let received = try AuthorizationParameters(
            body.parameters.map { AuthorizationParameters.Parameter(name: $0.name, value: $0.value) }
        ).withoutClientAuthentication()
        guard received["client_id"] == nil else { return received }
        let named = AuthorizationParameters.Parameter(name: "client_id", value: client.id)
        return try AuthorizationParameters(received.parameters + [named])
    }

    private static func problem(
        of rejection: AuthorizationRejection, with parameters: AuthorizationParameters, of client: Client
    ) -> HTTPProblem {
        switch rejection {
        case .page(let error):
            var problem = HTTPProblem(error)
            problem.mismatch = client.mismatch(because: error, of: parameters)
            return problem
        case .response(let error, _): return HTTPProblem(error)
        }
    }
}
