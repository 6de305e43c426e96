// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import RateLimiting
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
            "device_keys": .array(deviceKeys.map { .string($0.deviceName) }),
            "sessions": .number(JSONNumber(Int64(sessions))),
            "unverified": .array(unverified.map { .string($0.value) }),
        ]
    }
}

extension ExistingAccessChoice {
    fileprivate var isRemoving: Bool { self == .remove }
}

/// `/invitation`: the page that enrolls a passkey for the holder of an invitation link, and the requests that it sends.
enum InvitationEndpoints {
    private static let family = Family(dialect: .invitation, limit: .ceremonyStart)

    static let rows = [page, preview, begin, finish]

    private static let page = Row(
        .get, "/invitation", in: Family(failures: [421, 429]), by: .anyone, taking: .nothing, id: "invitationPage",
        summary: "Returns the page that an invitation's link opens",
        success: .init(200, "An HTML page.").with(mediaType: "text/html")
    ) { request in
        request.browser.response(InvitationPage())
    }

    private static let preview = Row(
        .post, "/invitation/contents", in: family, by: .invitationPage, taking: .json(InvitationBody.self),
        id: "showInvitation", summary: "Returns the existing passkeys and sessions of an invited account",
        success: .json(
            "The passkeys and sessions, and whether accepting the invitation removes them.", .invitationContents),
        failing: [401, 409]
    ) { request in
        let preview = try await Invitations(ceremonies: request.context.ceremonies()).preview(
            request.input.invitation, at: request.context.host.host)
        return .json(.object(preview.existing.json(isRemoved: preview.removesExisting)))
    }

    private static let begin = Row(
        .post, "/invitation/challenge", in: family, by: .invitationPage, taking: .json(InvitationChallengeBody.self),
        id: "beginInvitation", summary: "Begins accepting an invitation with a new passkey",
        success: .json("Options for navigator.credentials.create, and the session to return.", .startedCeremony),
        failing: [401, 409]
    ) { request in
        let (context, body) = (request.context, request.input)
        let started = try await Invitations(ceremonies: context.ceremonies()).begin(
            body.invitation, at: context.host.host, isRemovingExisting: body.existing?.isRemoving,
            in: context.configuration)
        return .ceremony(started.options.json, session: started.session, reference: context.reference)
    }

    private static let finish = Row(
        .post, "/invitation/verify", in: family, by: .invitationPage, taking: .json(InvitationVerifyBody.self),
        id: "finishInvitation", summary: "Finishes accepting an invitation with a new passkey",
        success: .json("The passkey, with signals for the client to send.", .passkey, status: 201),
        failing: [401, 409]
    ) { request in
        let (context, body) = (request.context, request.input)
        var submission = Invitations.Submission(
            session: body.ceremonySession, response: body.credentialResponse, host: context.host.host,
            sender: context.sender)
        submission.isRemovingExisting = body.existing?.isRemoving
        let enrolled = try await Invitations(ceremonies: context.ceremonies()).finish(
            submission, in: context.configuration)
        context.user = enrolled.user.id
        return .passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
    }
}

extension Access where Caller == Void, Input: RequestBody {
    /// The page that an invitation's link opens. The body has the invitation.
    @inline(__always) fileprivate static var invitationPage: Access {
        Access(origin: .own, failures: [403], check: .head { _ in })
    }
}

extension Dialect {
    fileprivate static let invitation = Dialect { error, _ in
        guard case RequestFailure.originMismatch = error else { return error }
        return RequestFailure.invitationOriginMismatch
    }
}
