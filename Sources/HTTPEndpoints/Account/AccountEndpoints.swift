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
    static let unborn = "passkey|new"

    let services: Services

    func list(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let holder = try await admit("read", &exchange)
        let types = try QueryParameters(exchange.request.query)["type"]
        if let types, AuthenticationMethodType(rawValue: types) == nil {
            throw .invalid("request.query", "type must be one of the types of authentication methods.")
        }
        let directory = exchange.directory
        let list = try await told(exchange) { management throws(SignInFailure) in
            try await management.list(holder, in: directory)
        }
        let isAsked = types.map { $0 == AuthenticationMethodType.passkey.rawValue } ?? true
        let methods = isAsked ? list.passkeys.map { JSONValue.object($0.json) } : []
        return .json(200, ["authentication_methods": .array(methods), "signal": list.signal.json])
    }

    func find(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let holder = try await admit("read", &exchange)
        return try await find(holder, exchange)
    }

    func rename(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let holder = try await admit("update", &exchange)
        let body = try exchange.body(AuthenticationMethodUpdateBody.self)
        guard body.isNamePresent else { return try await find(holder, exchange) }
        let (id, directory) = (exchange.passkey, exchange.directory)
        let renamed = try await told(exchange) { management throws(SignInFailure) in
            try await management.rename(id, to: body.name, of: holder, in: directory)
        }
        return .passkey(renamed.passkey, signal: renamed.signal)
    }

    func remove(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let holder = try await admit("delete", &exchange)
        let (id, directory) = (exchange.passkey, exchange.directory)
        let sessions = try QueryParameters(exchange.request.query)["end_sessions"] ?? EndedSessions.opened.rawValue
        guard let sessions = EndedSessions(rawValue: sessions) else {
            throw .invalid("request.query", "end_sessions must be opened or all.")
        }
        let signal = try await told(exchange) { management throws(SignInFailure) in
            try await management.remove(id, of: holder, endingAll: sessions == .all, in: directory)
        }
        var response = HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
        // An answer without a body has room for it in its head only.
        if let unknown = signal.unknownCredential {
            response.headers["Thumbturn-Signal"] = String(
                decoding: JSONValue.object(["unknown_credential": unknown.json]).serialized(), as: UTF8.self)
        }
        return response
    }

    func factors(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        _ = try await exchange.admit(audience: exchange.issuer.myAccount, scope: "read:me:factors", services)
        return .json(200, ["factors": [["type": "passkey", "usage": ["primary"]]]])
    }

    private func find(_ holder: AccountHolder, _ exchange: Exchange) async throws(Refusal) -> HTTPResponse {
        let id = exchange.passkey
        let passkey = try await told(exchange) { management throws(SignInFailure) in
            try await management.find(id, of: holder)
        }
        return .json(200, .object(passkey.json))
    }

    /// Lets in who may do this with authentication methods.
    func admit(_ verb: String, _ exchange: inout Exchange) async throws(Refusal) -> AccountHolder {
        let token = try await exchange.admit(
            audience: exchange.issuer.myAccount, scope: "\(verb):me:authentication_methods", services)
        try exchange.take(.myAccount, token.user.rawValue, services)
        guard let client = exchange.client else { throw .atResource(.accessTokenRefused(.userGone)) }
        var holder = AccountHolder(user: token.user, client: client, host: exchange.host.host)
        holder.address = exchange.address
        holder.reference = exchange.reference
        holder.tokenGeneration = token.generation
        holder.userAgent = exchange.request.headers["User-Agent"].map(UserAgent.readable)
        return holder
    }

    /// Runs a use case, and tells what it throws.
    private func told<Value>(
        _ exchange: Exchange, _ body: (PasskeyManagement) async throws(SignInFailure) -> Value
    ) async throws(Refusal) -> Value {
        do throws(SignInFailure) {
            return try await body(PasskeyManagement(desk: exchange.desk(services)))
        } catch {
            throw Refusal(account: error)
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

extension Exchange {
    /// The passkey that the path names.
    fileprivate var passkey: PasskeyID { PasskeyID(rawValue: name ?? "") }
}
