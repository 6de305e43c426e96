// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

extension ExistingAccess {
    /// As the page shows it: enough to recognize one's own devices by.
    fileprivate func json(isRemoved: Bool) -> JSONObject {
        let passkeys = passkeys.map { passkey in
            var json: JSONObject = ["created_at": .string(passkey.origin.createdAt.withMilliseconds)]
            json["last_auth_at"] = passkey.lastUsedAt.map { .string($0.withMilliseconds) }
            json["name"] = passkey.name.map(JSONValue.string)
            json["user_agent"] = passkey.origin.userAgent.map(JSONValue.string)
            return JSONValue.object(json)
        }
        return [
            "existing": isRemoved ? "remove" : "keep", "passkeys": .array(passkeys),
            "sessions": .number(JSONNumber(Int64(sessions))),
            "unverified": .array(unverified.map { .string($0.value) }),
        ]
    }
}

extension ExistingAccessChoice {
    fileprivate var isRemoving: Bool { self == .remove }
}

/// `/invitation`: a page that enrolls one passkey for whoever holds the link, and the two requests that it makes.
struct InvitationEndpoints: Sendable {
    let services: Services

    func begin(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        try requireOwnPage(context)
        let body = try context.body(InvitationChallengeBody.self)
        do throws(SignInFailure) {
            let started = try await Invitations(ceremonies: context.ceremonies(services)).begin(
                body.invitation, host: context.host.host, isRemovingExisting: body.existing?.isRemoving,
                in: context.configuration)
            return .started(started.options, session: started.session)
        } catch {
            throw HTTPProblem(error)
        }
    }

    func show(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        try requireOwnPage(context)
        let body = try context.body(InvitationBody.self)
        do throws(SignInFailure) {
            let seen = try await Invitations(ceremonies: context.ceremonies(services)).look(
                body.invitation, host: context.host.host)
            return .json(200, .object(seen.existing.json(isRemoved: seen.removesExisting)))
        } catch {
            throw HTTPProblem(error)
        }
    }

    func finish(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        try requireOwnPage(context)
        let body = try context.body(InvitationVerifyBody.self)
        var submission = Invitations.Submission(
            session: body.ceremonySession, response: body.ceremonyResponse, host: context.host.host)
        submission.userAgent = context.request.headers["User-Agent"].map(UserAgent.readable)
        submission.isRemovingExisting = body.existing?.isRemoving
        submission.address = context.address
        submission.reference = context.reference
        do throws(SignInFailure) {
            let enrolled = try await Invitations(ceremonies: context.ceremonies(services)).finish(
                submission, in: context.configuration)
            context.user = enrolled.user.id
            return .passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// Browsers say which page sends a request; only this server's own has any business here.
    private func requireOwnPage(_ context: RequestContext) throws(HTTPProblem) {
        guard let origin = context.field("Origin"),
            origin != context.configuration.origin(of: context.host.host).description
        else { return }
        throw HTTPProblem(
            403, "invalid_request", code: "invitation.origin",
            "Invitations are answered on this server's own page. Open the link as it was sent.")
    }
}
