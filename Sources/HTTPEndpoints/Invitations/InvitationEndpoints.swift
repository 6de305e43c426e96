// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

extension ExistingAccess {
    /// The access that the page shows, with members by which users recognize their own devices.
    fileprivate func json(isRemoved: Bool) -> JSONObject {
        let passkeys = passkeys.map { passkey in
            var json: JSONObject = ["created_at": .string(passkey.origin.createdAt.withMilliseconds)]
            json["last_auth_at"] = passkey.lastUsedAt.map { .string($0.withMilliseconds) }
            json["name"] = passkey.name.map(JSONValue.string)
            json["user_agent"] = passkey.origin.userAgent.map(JSONValue.string)
            json["browser"] = passkey.origin.userAgent.flatMap { BrowserName(userAgent: $0).text }.map(JSONValue.string)
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

/// `/invitation`: the page that enrolls a passkey for the holder of an invitation link, and the requests that it sends.
struct InvitationEndpoints: Sendable {
    let services: Services

    func preview(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        try requireOwnPage(context)
        let body = try context.body(InvitationBody.self)
        let (invitations, host) = (try invitations(context), context.host.host)
        let preview = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await invitations.preview(body.invitation, at: host)
        }
        return .json(.object(preview.existing.json(isRemoved: preview.removesExisting)))
    }

    func begin(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        try requireOwnPage(context)
        let body = try context.body(InvitationChallengeBody.self)
        let (invitations, host, configuration) = (
            try invitations(context), context.host.host, context.configuration
        )
        let started = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await invitations.begin(
                body.invitation, at: host, isRemovingExisting: body.existing?.isRemoving, in: configuration)
        }
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    func finish(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        try requireOwnPage(context)
        let body = try context.body(InvitationVerifyBody.self)
        var submission = Invitations.Submission(
            session: body.ceremonySession, response: body.credentialResponse, host: context.host.host,
            sender: context.sender)
        submission.isRemovingExisting = body.existing?.isRemoving
        let (acceptance, invitations, configuration) = (
            submission, try invitations(context), context.configuration
        )
        let enrolled = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await invitations.finish(acceptance, in: configuration)
        }
        context.user = enrolled.user.id
        return .passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
    }

    private func invitations(_ context: RequestContext) throws(HTTPProblem) -> Invitations {
        Invitations(ceremonies: try context.ceremonies(services))
    }

    /// Rejects requests of other pages. Browsers send the page's origin.
    private func requireOwnPage(_ context: RequestContext) throws(HTTPProblem) {
        guard let origin = context.field("Origin"),
            origin != context.configuration.origin(of: context.host.host).description
        else { return }
        throw HTTPProblem(
            403, error: "invalid_request", code: "invitation.origin-mismatch",
            description: "Invitations can only be accepted on this server's page. Open the link as you received it.")
    }
}
