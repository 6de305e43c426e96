// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WireFormats

/// `/me/v1/…`: the passkeys of whoever brings an access token for it.
struct AccountEndpoints: Sendable {
    /// What a passkey is called that is not there yet.
    static let newPasskeyPlaceholder = "passkey|new"

    let services: Services

    func list(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let holder = try await admit("read", &context)
        let types = try QueryParameters(context.request.query)["type"]
        if let types, AuthenticationMethodType(rawValue: types) == nil {
            throw .invalid("request.query", "type must be one of the types of authentication methods.")
        }
        let configuration = context.configuration
        let list = try await told(context) { management throws(SignInFailure) in
            try await management.list(holder, in: configuration)
        }
        let isAsked = types.map { $0 == AuthenticationMethodType.passkey.rawValue } ?? true
        let methods = isAsked ? list.passkeys.map { JSONValue.object($0.json) } : []
        return .json(200, ["authentication_methods": .array(methods), "signal": list.signal.json])
    }

    func find(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let holder = try await admit("read", &context)
        return try await find(holder, context)
    }

    func rename(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let holder = try await admit("update", &context)
        let body = try context.body(AuthenticationMethodUpdateBody.self)
        guard body.isNamePresent else { return try await find(holder, context) }
        let (id, configuration) = (context.passkey, context.configuration)
        let renamed = try await told(context) { management throws(SignInFailure) in
            try await management.rename(id, to: body.name, of: holder, in: configuration)
        }
        return .passkey(renamed.passkey, signal: renamed.signal)
    }

    func remove(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let holder = try await admit("delete", &context)
        let (id, configuration) = (context.passkey, context.configuration)
        let sessions = try QueryParameters(context.request.query)["end_sessions"] ?? EndedSessions.opened.rawValue
        guard let sessions = EndedSessions(rawValue: sessions) else {
            throw .invalid("request.query", "end_sessions must be opened or all.")
        }
        let signal = try await told(context) { management throws(SignInFailure) in
            try await management.remove(id, of: holder, endingAll: sessions == .all, in: configuration)
        }
        var response = HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
        // An submission without a body has room for it in its head only.
        if let unknown = signal.unknownCredential {
            response.headers["Thumbturn-Signal"] = String(
                decoding: JSONValue.object(["unknown_credential": unknown.json]).serialized(), as: UTF8.self)
        }
        return response
    }

    func factors(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        _ = try await context.admit(audience: context.issuer.myAccount, scope: "read:me:factors", services)
        return .json(200, ["factors": [["type": "passkey", "usage": ["primary"]]]])
    }

    private func find(_ holder: AccountHolder, _ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let id = context.passkey
        let passkey = try await told(context) { management throws(SignInFailure) in
            try await management.find(id, of: holder)
        }
        return .json(200, .object(passkey.json))
    }

    /// Lets in who may do this with authentication methods.
    func admit(_ verb: String, _ context: inout RequestContext) async throws(HTTPProblem) -> AccountHolder {
        let token = try await context.admit(
            audience: context.issuer.myAccount, scope: "\(verb):me:authentication_methods", services)
        try context.take(.myAccount, token.user.rawValue, services)
        guard let client = context.client else { throw .atResource(.accessTokenRefused(.userGone)) }
        var holder = AccountHolder(user: token.user, client: client, host: context.host.host)
        holder.address = context.address
        holder.reference = context.reference
        holder.tokenGeneration = token.generation
        holder.userAgent = context.request.headers["User-Agent"].map(UserAgent.readable)
        return holder
    }

    /// Runs a use case, and tells what it throws.
    private func told<Value>(
        _ context: RequestContext, _ body: (PasskeyManagement) async throws(SignInFailure) -> Value
    ) async throws(HTTPProblem) -> Value {
        do throws(SignInFailure) {
            return try await body(PasskeyManagement(ceremonies: context.ceremonies(services)))
        } catch {
            throw HTTPProblem(account: error)
        }
    }
}

extension HTTPResponse {
    /// A passkey that has changed, with what its client should pass on to the person's devices.
    static func passkey(_ passkey: Passkey, signal: PasskeySignal, status: HTTPStatus = 200) -> HTTPResponse {
        var body = passkey.json
        body["signal"] = signal.json
        return .json(status, .object(body))
    }
}

extension RequestContext {
    /// The passkey that the path names.
    fileprivate var passkey: PasskeyID { PasskeyID(rawValue: name ?? "") }
}
