// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

extension ExistingAccess {
    /// As the page shows it: enough to recognise one's own devices by.
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

/// `/invitation`: a page that enrols one passkey for whoever holds the link, and the two requests that it makes.
struct InvitationEndpoints: Sendable {
    let services: Services

    func begin(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        try requireOwnPage(exchange)
        let body = try exchange.body(InvitationChallengeBody.self)
        do throws(SignInFailure) {
            let begun = try await Invitations(desk: exchange.desk(services)).begin(
                body.invitation, host: exchange.host.host, isRemovingExisting: body.existing?.isRemoving,
                in: exchange.directory)
            return .begun(begun.options, session: begun.session)
        } catch {
            throw Refusal(error)
        }
    }

    func show(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        try requireOwnPage(exchange)
        let body = try exchange.body(InvitationBody.self)
        do throws(SignInFailure) {
            let seen = try await Invitations(desk: exchange.desk(services)).look(
                body.invitation, host: exchange.host.host)
            return .json(200, .object(seen.existing.json(isRemoved: seen.removesExisting)))
        } catch {
            throw Refusal(error)
        }
    }

    func finish(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        try requireOwnPage(exchange)
        let body = try exchange.body(InvitationVerifyBody.self)
        var answer = Invitations.Answer(
            session: body.ceremonySession, response: body.ceremonyResponse, host: exchange.host.host)
        answer.userAgent = exchange.request.headers["User-Agent"].map(UserAgent.readable)
        answer.isRemovingExisting = body.existing?.isRemoving
        answer.address = exchange.address
        answer.reference = exchange.reference
        do throws(SignInFailure) {
            let enrolled = try await Invitations(desk: exchange.desk(services)).finish(answer, in: exchange.directory)
            exchange.user = enrolled.user.id
            return .passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
        } catch {
            throw Refusal(error)
        }
    }

    /// Browsers say which page sends a request; only this server's own has any business here.
    private func requireOwnPage(_ exchange: Exchange) throws(Refusal) {
        guard let origin = exchange.field("Origin"),
            origin != exchange.directory.origin(of: exchange.host.host).description
        else { return }
        throw Refusal(
            403, "invalid_request", code: "invitation.origin",
            "Invitations are answered on this server's own page. Open the link as it was sent.")
    }
}
