// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// `/me/v1/…`: the My Account API, with the passkeys of the access token's user.
struct AccountEndpoints: Sendable {
    /// The id in the path while a passkey is being enrolled.
    static let newPasskeyPlaceholder = "passkey|new"

    let services: Services

    func list(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let owner = try await authorize("read", for: context)
        let type = try QueryParameters(context.request.query)["type"]
        if let type, AuthenticationMethodType(rawValue: type) == nil {
            throw .invalidRequest(
                code: "request.query-invalid", description: "type must be one of the types of authentication methods.")
        }
        let (management, configuration) = (management, context.configuration)
        let list = try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            try await management.list(of: owner, in: configuration)
        }
        let isIncluded = type.map { $0 == AuthenticationMethodType.passkey.rawValue } ?? true
        let answer = PasskeyListAnswer(
            passkeys: isIncluded ? list.passkeys.map(AuthenticationMethodAnswer.init) : [],
            signal: SignalAnswer(list.signal))
        return .json(.object(answer.json))
    }

    func find(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        try await find(by: try await authorize("read", for: context), in: context)
    }

    func rename(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let owner = try await authorize("update", for: context)
        let body = try context.body(AuthenticationMethodUpdateBody.self)
        guard body.isNamePresent else { return try await find(by: owner, in: context) }
        let (management, configuration) = (management, context.configuration)
        let id = context.passkey
        let renamed = try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            try await management.rename(id, to: body.name, of: owner, in: configuration)
        }
        return .passkey(renamed.passkey, signal: renamed.signal)
    }

    func remove(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let owner = try await authorize("delete", for: context)
        let parameter = try QueryParameters(context.request.query)["end_sessions"] ?? EndedSessions.opened.rawValue
        guard let sessions = EndedSessions(rawValue: parameter) else {
            throw .invalidRequest(code: "request.query-invalid", description: "end_sessions must be opened or all.")
        }
        let (management, configuration) = (management, context.configuration)
        let id = context.passkey
        let signal = try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            try await management.remove(id, of: owner, endingAll: sessions == .all, in: configuration)
        }
        var response = HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
        // A response without a body carries the signal in a header field.
        if let unknown = SignalAnswer(signal).unknownCredential {
            response.headers["Thumbturn-Signal"] = String(
                decoding: JSONValue.object(SignalAnswer(unknown: unknown).json).serialized(), as: UTF8.self)
        }
        return response
    }

    /// Has the account erased. The session and the tokens end at once, the request's own included.
    func delete(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let owner = try await authorize(scope: "delete:me:account", for: context)
        let body = context.request.body.isEmpty ? nil : try context.body(OwnAccountDeletionBody.self)
        let (ceremonies, configuration) = (try context.ceremonies(services), context.configuration)
        let deletesAt = try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            var proof: PasskeySignIn.Submission?
            if let session = body?.ceremonySession, let response = body?.credentialResponse {
                proof = PasskeySignIn.Submission(
                    ceremony: try ceremonies.open(session, at: owner.host), response: response,
                    client: owner.client?.id ?? "", sender: owner.sender)
            }
            return try await AccountDeletion(ceremonies: ceremonies)(by: owner, proving: proof, in: configuration)
        }
        return .json(.object(DeletionAnswer(deletesAt: deletesAt).json), status: 202)
    }

    func factors(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        _ = try await context.authorize(
            audience: context.issuer.myAccount, scope: "read:me:factors", services: services)
        return .json(["factors": [["type": "passkey", "usage": ["primary"]]]])
    }

    private func find(
        by owner: AccountOwner, in context: RequestContext
    ) async throws(HTTPProblem) -> HTTPResponse {
        let management = management
        let passkey = try await mapFailure(to: HTTPProblem.init(account:)) { () throws(SignInFailure) in
            try await management.find(context.passkey, of: owner)
        }
        return .json(.object(AuthenticationMethodAnswer(passkey).json))
    }

    private var management: PasskeyManagement { PasskeyManagement(accounts: services.accounts) }

    /// Verifies that the access token allows an action on authentication methods.
    func authorize(
        _ action: String, for context: RequestContext
    ) async throws(HTTPProblem) -> AccountOwner {
        try await authorize(scope: "\(action):me:authentication_methods", for: context)
    }

    private func authorize(scope: String, for context: RequestContext) async throws(HTTPProblem) -> AccountOwner {
        let token = try await context.authorize(
            audience: context.issuer.myAccount, scope: scope, services: services)
        try context.take(.myAccount, key: token.user.rawValue, from: services)
        guard let client = context.client else { throw .atResource(.accessTokenRejected(.userGone)) }
        return AccountOwner(
            .accessToken(
                of: token.user, generation: token.generation, issuedAt: token.issuedAt,
                authenticatedAt: token.authenticatedAt),
            client: client, host: context.host.host, sender: context.sender)
    }
}

extension HTTPResponse {
    /// A changed passkey, with what the client should signal to the user's devices.
    static func passkey(_ passkey: Passkey, signal: PasskeySignal, status: HTTPStatus = 200) -> HTTPResponse {
        let answer = PasskeyAnswer(passkey: AuthenticationMethodAnswer(passkey), signal: SignalAnswer(signal))
        return .json(.object(answer.json), status: status)
    }
}

extension RequestContext {
    /// The passkey that the path names.
    fileprivate var passkey: PasskeyID { PasskeyID(rawValue: incoming.name ?? "") }
}
