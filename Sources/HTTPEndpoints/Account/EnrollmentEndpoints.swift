// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

/// Enrolls another passkey in the account of the access token's user.
struct EnrollmentEndpoints: Sendable {
    let services: Services

    func begin(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let owner = try await AccountEndpoints(services: services).authorize("create", for: context)
        let body = try context.body(AuthenticationMethodCreateBody.self)
        guard body.type == .passkey else {
            throw .invalidRequest(
                code: "account.type-not-supported",
                description:
                    "Authentication methods of the type \(body.type?.rawValue ?? "") are not supported. Use passkey.")
        }
        var request = EnrollmentRequest()
        request.connection = body.connection
        request.identityUserID = body.identityUserID
        request.excludesExistingCredentials = body.excludesExistingCredentials
        request.isConditional = body.isConditional
        let (enrollment, configuration) = (request, context.configuration)
        let ceremonies = try context.ceremonies(services)
        let started = try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            try await BeginEnrollment(ceremonies: ceremonies)(enrollment, by: owner, in: configuration)
        }
        var response = HTTPResponse.started(started.options, session: started.session, status: 202)
        response.headers["Location"] = context.url(
            of: .authenticationMethod, naming: AccountEndpoints.newPasskeyPlaceholder)
        return response
    }

    func finish(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let owner = try await AccountEndpoints(services: services).authorize("create", for: context)
        guard context.incoming.name == AccountEndpoints.newPasskeyPlaceholder else {
            throw HTTPProblem(account: .passkeyUnknown)
        }
        let body = try context.body(AuthenticationMethodVerifyBody.self)
        let (ceremonies, configuration) = (try context.ceremonies(services), context.configuration)
        let enrolled = try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            try await FinishEnrollment(ceremonies: ceremonies)(
                FinishEnrollment.Submission(session: body.ceremonySession, response: body.credentialResponse),
                by: owner, in: configuration)
        }
        var response = HTTPResponse.passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
        response.headers["Location"] = context.url(of: .authenticationMethod, naming: enrolled.passkey.id.rawValue)
        return response
    }
}
