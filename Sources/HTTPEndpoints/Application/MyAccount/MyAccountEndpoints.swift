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
enum MyAccountEndpoints {
    static let passkey: Path = "/me/v1/authentication-methods/{id}"
    /// The id in the path while a passkey is being enrolled.
    static let newPasskeyPlaceholder = "passkey|new"

    static let family = Family(dialect: .myAccount, isCrossOrigin: true)

    static let rows = [
        list, beginEnrollment, find, rename, remove, finishEnrollment, restorePassword, disablePassword,
        enablePassword, confirmation, factors, deleteAccount,
    ]

    private static let list = Row(
        .get, "/me/v1/authentication-methods", in: family, by: .owner("read:me:authentication_methods"),
        taking: .query(PasskeyListQuery.self), id: "listAuthenticationMethods",
        summary: "Lists the authentication methods of the account",
        success: .json(
            "The passkeys, twenty at most, the password and the confirmed addresses.", .authenticationMethods)
    ) { request in
        let list = try await request.management.list(of: request.caller, in: request.context.configuration)
        var answer = PasskeyListAnswer(
            passkeys: request.input.includes(.passkey) ? list.passkeys.map(AuthenticationMethodAnswer.init) : [],
            signal: SignalAnswer(list.signal))
        if request.input.includes(.password), let password = try await request.passwords.find(of: request.caller) {
            answer.password = PasswordMethodAnswer(password)
        }
        answer.addresses = try await request.addresses.filter { request.input.includes($0.type) }
        return .json(.object(answer.json))
    }

    private static let find = Row(
        .get, passkey, in: family, by: .owner("read:me:authentication_methods"), taking: .nothing,
        id: "getAuthenticationMethod", summary: "Returns one authentication method",
        success: .json("The passkey, the password or the address.", .anyOf([.passkey, .password, .address])),
        failing: [404]
    ) { request in
        if let address = try await request.addresses.first(where: { $0.id == request.context.incoming.name }) {
            return .json(.object(address.json))
        }
        if let password = try await request.password { return .json(.object(PasswordMethodAnswer(password).json)) }
        return try await request.showPasskey()
    }

    private static let rename = Row(
        .patch, passkey, in: family, by: .owner("update:me:authentication_methods"),
        taking: .json(AuthenticationMethodUpdateBody.self), id: "renameAuthenticationMethod",
        summary: "Renames a passkey",
        success: .json("The passkey, with signals for the client to send.", .passkey), failing: [404]
    ) { request in
        guard request.input.isNamePresent else { return try await request.showPasskey() }
        let renamed = try await request.management.rename(
            request.passkey, to: request.input.name, of: request.caller, in: request.context.configuration)
        return .passkey(renamed.passkey, signal: renamed.signal)
    }

    private static let remove = Row(
        .delete, passkey, in: family, by: .owner("delete:me:authentication_methods"),
        taking: .query(PasskeyRemovalQuery.self, optionalJSON: AuthenticationMethodRemovalBody.self),
        id: "removeAuthenticationMethod",
        summary: "Removes a passkey, or the password", success: .init(204, "The method is removed."),
        failing: [404, 409]
    ) { request in
        let proof = request.input.body?.confirmation.map(PasskeyProof.init)
        if try await request.password != nil { return try await request.removePassword(proving: proof) }
        let management = PasskeyManagement(
            accounts: request.services.accounts, ceremonies: try request.context.ceremonies())
        let signal = try await management.remove(
            request.passkey, of: request.caller, proving: proof, endingAll: request.input.query.sessions == .all,
            in: request.context.configuration)
        var response = HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
        // A response without a body carries the signal in a header field.
        if let unknown = SignalAnswer(signal).unknownCredential {
            response.headers["Thumbturn-Signal"] = String(
                decoding: JSONValue.object(SignalAnswer(unknown: unknown).json).serialized(), as: UTF8.self)
        }
        return response
    }

    private static let factors = Row(
        .get, "/me/v1/factors", in: family, by: .owner("read:me:factors"), taking: .nothing, id: "listFactors",
        summary: "Lists the factors that can be enrolled", success: .json("The factors.", .factors)
    ) { request in
        let configuration = request.context.configuration
        let hasPasswords = configuration.connections.values.contains(where: configuration.acceptsPasswords)
        var types: [AuthenticationMethodType] = hasPasswords ? [.passkey, .password] : [.passkey]
        for (kind, type) in [(Identifier.Kind.email, AuthenticationMethodType.email), (.phoneNumber, .phone)] {
            let isUsed = configuration.connections.values.contains {
                kind.codeWay.isEnabled(in: $0, of: configuration)
            }
            if isUsed, request.services.codes.reaches(kind) { types.append(type) }
        }
        return .json(["factors": .array(types.map { ["type": .string($0.rawValue), "usage": ["primary"]] })])
    }

    /// Has the account erased. The session and the tokens end at once, the request's own included.
    private static let deleteAccount = Row(
        .delete, "/me/v1", in: family, by: .owner("delete:me:account"),
        taking: .optionalJSON(OwnAccountDeletionBody.self), id: "deleteOwnAccount",
        summary: "Ends the account's sessions and tokens, and has it erased after three days",
        success: .json("When the account is erased.", .deletion, status: 202), failing: [409]
    ) { request in
        let (context, owner) = (request.context, request.caller)
        let ceremonies = try context.ceremonies()
        var proof: PasskeySignIn.Submission?
        if let session = request.input?.ceremonySession, let response = request.input?.credentialResponse {
            proof = PasskeySignIn.Submission(
                ceremony: try ceremonies.open(session, at: owner.host), response: response,
                client: owner.client?.id ?? "", sender: owner.sender)
        }
        let deletesAt = try await AccountDeletion(ceremonies: ceremonies)(
            by: owner, proving: proof, in: context.configuration)
        return .json(.object(DeletionAnswer(deletesAt: deletesAt).json), status: 202)
    }
}

extension CheckedRequest where Caller == AccountOwner {
    fileprivate var management: PasskeyManagement { PasskeyManagement(accounts: services.accounts) }

    /// The passkey that the path names.
    fileprivate var passkey: PasskeyID { PasskeyID(rawValue: context.incoming.name ?? "") }

    fileprivate func showPasskey() async throws -> HTTPResponse {
        let found = try await management.find(passkey, of: caller)
        return .json(.object(AuthenticationMethodAnswer(found).json))
    }
}

extension Access where Caller == AccountOwner {
    /// An access token of the My Account API with a scope.
    @inline(__always) static func owner(_ scope: String) -> Access {
        Access(
            security: .accessToken(scope: scope), failures: [401, 403],
            check: .head { context in
                let token = try await context.authorize(audience: context.issuer.myAccount, scope: scope)
                try context.take(.myAccount, key: token.user.rawValue)
                return AccountOwner(
                    .accessToken(
                        of: token.user, generation: token.generation, issuedAt: token.issuedAt,
                        authenticatedAt: token.authenticatedAt, ways: token.ways),
                    client: context.client, host: context.host.host, sender: context.sender)
            })
    }
}

extension Dialect {
    fileprivate static let myAccount = Dialect(
        format: .myAccount,
        translate: { error, context in
            guard let failure = error as? SignInFailure else { return try Dialect.resource.translate(error, context) }
            return HTTPProblem(account: failure)
        })
}

private struct PasskeyListQuery: RequestQuery {
    private let type: String?

    func includes(_ type: AuthenticationMethodType) -> Bool { self.type.map { $0 == type.rawValue } ?? true }

    init(_ parameters: QueryParameters) throws {
        let type = parameters["type"]
        if let type, AuthenticationMethodType(rawValue: type) == nil {
            throw RequestFailure.queryInvalid("type must be one of the types of authentication methods.")
        }
        self.type = type
    }

    static let members: [Member] = [
        .optional(
            "type", as: .oneOf(AuthenticationMethodType.allCases.map(\.rawValue)),
            description: "Lists only methods of this type.")
    ]
}

private struct PasskeyRemovalQuery: RequestQuery {
    let sessions: EndedSessions

    init(_ parameters: QueryParameters) throws {
        guard let sessions = EndedSessions(rawValue: parameters["end_sessions"] ?? EndedSessions.opened.rawValue) else {
            throw RequestFailure.queryInvalid("end_sessions must be opened or all.")
        }
        self.sessions = sessions
    }

    static let members: [Member] = [
        .optional(
            "end_sessions", as: .oneOf(EndedSessions.allCases.map(\.rawValue)),
            description: "The sessions that end: those that the passkey opened (default), or all of the account.")
    ]
}

extension HTTPResponse {
    /// A changed passkey, with what the client should signal to the user's devices.
    static func passkey(_ passkey: Passkey, signal: PasskeySignal, status: HTTPStatus = 200) -> HTTPResponse {
        let answer = PasskeyAnswer(passkey: AuthenticationMethodAnswer(passkey), signal: SignalAnswer(signal))
        return .json(.object(answer.json), status: status)
    }
}
