// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

/// Adding a passkey to one's own account: started and finished here.
struct EnrollmentEndpoints: Sendable {
    let services: Services

    func begin(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let holder = try await AccountEndpoints(services: services).admit("create", &context)
        let body = try context.body(AuthenticationMethodCreateBody.self)
        guard body.type == .passkey else {
            throw .invalid(
                "account.type-not-offered",
                "Authentication methods of the type \(body.type?.rawValue ?? "") are not offered here; passkey is.")
        }
        var request = EnrollmentRequest()
        request.connection = body.connection
        request.identityUserID = body.identityUserID
        request.excludesExistingCredentials = body.excludesExistingCredentials
        request.isConditional = body.isConditional
        do throws(SignInFailure) {
            let started = try await BeginEnrollment(ceremonies: context.ceremonies(services))(
                holder, request, in: context.configuration)
            var response = HTTPResponse.started(started.options, session: started.session, status: 202)
            response.headers["Location"] = context.address(
                of: .authenticationMethod, naming: AccountEndpoints.newPasskeyPlaceholder)
            return response
        } catch {
            throw HTTPProblem(account: error)
        }
    }

    func finish(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let holder = try await AccountEndpoints(services: services).admit("create", &context)
        guard context.name == AccountEndpoints.newPasskeyPlaceholder else {
            throw HTTPProblem(account: .passkeyUnknown)
        }
        let body = try context.body(AuthenticationMethodVerifyBody.self)
        let submission = FinishEnrollment.Submission(session: body.ceremonySession, response: body.ceremonyResponse)
        do throws(SignInFailure) {
            let enrolled = try await FinishEnrollment(ceremonies: context.ceremonies(services))(
                submission, of: holder, in: context.configuration)
            var response = HTTPResponse.passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
            response.headers["Location"] = context.address(
                of: .authenticationMethod, naming: enrolled.passkey.id.rawValue)
            return response
        } catch {
            throw HTTPProblem(account: error)
        }
    }
}
