// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

/// Adding a passkey to one's own account: begun and finished here.
struct EnrolmentEndpoints: Sendable {
    let services: Services

    func begin(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let holder = try await AccountEndpoints(services: services).admit("create", &exchange)
        let body = try exchange.body(AuthenticationMethodCreateBody.self)
        guard body.type == .passkey else {
            throw .invalid(
                "account.type-not-offered",
                "Authentication methods of the type \(body.type?.rawValue ?? "") are not offered here; passkey is.")
        }
        var wish = EnrolmentWish()
        wish.connection = body.connection
        wish.identityUserID = body.identityUserID
        wish.isExcluding = body.isExcluding
        wish.isConditional = body.isConditional
        do throws(SignInFailure) {
            let begun = try await BeginEnrolment(desk: exchange.desk(services))(holder, wish, in: exchange.directory)
            var response = HTTPResponse.begun(begun.options, session: begun.session, status: 202)
            response.headers["Location"] = exchange.address(
                of: .authenticationMethod, naming: AccountEndpoints.unborn)
            return response
        } catch {
            throw Refusal(account: error)
        }
    }

    func finish(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let holder = try await AccountEndpoints(services: services).admit("create", &exchange)
        guard exchange.name == AccountEndpoints.unborn else { throw Refusal(account: .passkeyUnknown) }
        let body = try exchange.body(AuthenticationMethodVerifyBody.self)
        let answer = FinishEnrolment.Answer(session: body.ceremonySession, response: body.ceremonyResponse)
        do throws(SignInFailure) {
            let enrolled = try await FinishEnrolment(desk: exchange.desk(services))(
                answer, of: holder, in: exchange.directory)
            var response = HTTPResponse.passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
            response.headers["Location"] = exchange.address(
                of: .authenticationMethod, naming: enrolled.passkey.id.rawValue)
            return response
        } catch {
            throw Refusal(account: error)
        }
    }
}
