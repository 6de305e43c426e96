// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// The registration and the sign-in of the plain ceremony API, `/api/auth/…`.
///
/// 1. `registrationOptions` and `authenticationOptions` begin a ceremony. The API has no member for a session: the
///    challenge itself is the sealed ceremony, so nothing is stored for it, and several tabs don't disturb each other.
/// 2. `verifyRegistration` and `verifyAuthentication` open the ceremony that the response's challenge is, and have the
///    response judged as at the token endpoint.
/// 3. The completion of all sign-ins stores it, with a session whose cookie comes to these paths only. A signed-in user
///    adds a passkey with the use case of `/me/`.
enum CeremonyAPIEndpoints {
    static let family = Family(
        dialect: .ceremonyAPI, isServed: { $0.configuration.ceremonyClient(at: $0.host.host) != nil })
    private static let ceremonies = Family(
        dialect: family.dialect, limit: .ceremonyStart, isServed: family.isServed)

    static let rows =
        [registrationOptions, verifyRegistration, authenticationOptions, verifyAuthentication, check] + passkeyRows

    // MARK: Registration

    /// Begins the registration of another passkey of a signed-in user or, for any other user name, of a new account. A
    /// name that is taken is rejected after the ceremony only.
    private static let registrationOptions = Row(
        .post, "/api/auth/register/options", in: ceremonies, by: .ownPage, taking: .json(RegistrationOptionsBody.self),
        id: "registrationOptions", summary: "Begins the registration of a passkey",
        success: .json("Options, with binary members in padded base64.", .anyObject), failing: [401, 409]
    ) { request in
        let (context, body, api) = (request.context, request.input, request.caller)
        guard let name = body.username else { throw RequestFailure.userNameMissing }
        let session = try await api.session().flatMap { $0.user.isIdentified(by: name) ? $0 : nil }
        // Strangers who use up the attempts at a name don't keep its owner from adding a passkey.
        let key = session.map { "user:\($0.user.id.rawValue)" } ?? "username:\(name.lowercased())"
        try context.take(.account, key: key)
        let started: StartedCeremony<CreationOptions>
        if let session {
            var enrollment = EnrollmentRequest()
            enrollment.excludesExistingCredentials = true
            started = try await BeginEnrollment(ceremonies: api.ceremonies)(
                enrollment, by: api.owner(of: session), in: context.configuration)
        } else {
            var profile = SignUpProfile()
            let kind = context.configuration.connection(nil)?.identifiers.kind(of: name) ?? .username
            profile.identifiers[kind] = name
            profile.profile.name = body.displayName
            started = try await BeginSignUp(ceremonies: api.ceremonies)(
                profile, for: api.admissionRequest, dispatching: context.codeDispatch(), in: context.configuration)
        }
        var options = started.options
        options.challenge = try challenge(started.session)
        var answer = options.json.inPaddedBase64.objectValue ?? JSONObject()
        if !started.verifications.isEmpty { answer["verification_required"] = .verification(started.verifications) }
        return .json(.object(answer))
    }

    private static let verifyRegistration = Row(
        .post, "/api/auth/register/verify", in: ceremonies, by: .ownPage,
        taking: .json(RegistrationVerificationBody.self), id: "verifyRegistration", summary: "Finishes a registration",
        success: .json("The credential is registered.", .plainRegistration), failing: [401, 409]
    ) { request in
        let (api, credential) = (request.caller, request.input.credential)
        guard let name = request.input.username else { throw RequestFailure.userNameMissing }
        let ceremony = try api.open(credential)
        switch ceremony.purpose {
        case .signUp(let draft):
            guard draft.identifiers.contains(where: { $0.isMeant(by: name) }) else {
                throw SignInFailure.ceremony(.belongsElsewhere)
            }
            return try await api.complete(
                credential, for: ceremony, credentialID: credential.id,
                codes: Identifier.Kind.codes(request.input.verification))
        case .enrollment:
            let session = try await api.requireSession()
            guard session.user.isIdentified(by: name) else { throw SignInFailure.ceremony(.belongsElsewhere) }
            return try await api.enroll(credential, by: session)
        case .signIn, .invitation, .setup, .confirmation: throw SignInFailure.ceremony(.purposeMismatch)
        }
    }

    // MARK: Sign-in

    private static let authenticationOptions = Row(
        .get, "/api/auth/authenticate/options", in: ceremonies, by: .ownPage, taking: .query(UserNameQuery.self),
        id: "authenticationOptions", summary: "Begins a sign-in",
        success: .json("Options, with binary members in padded base64.", .anyObject)
    ) { request in
        let (context, api) = (request.context, request.caller)
        let started = try BeginSignIn(ceremonies: api.ceremonies)(api.admissionRequest, in: context.configuration)
        var options = started.options
        options.challenge = try challenge(started.session)
        // Only the address is limited: there is nothing to learn about a name, and no stranger may keep its owner from
        // signing in.
        if let name = request.input.name {
            let named = NamedCredentials(ceremonies: api.ceremonies, imitated: context.services.imitated)
            options.allowedCredentials = try await named(name, for: api.admissionRequest, in: context.configuration)
        }
        return .json(options.json.inPaddedBase64)
    }

    private static let verifyAuthentication = Row(
        .post, "/api/auth/authenticate/verify", in: ceremonies, by: .ownPage,
        taking: .json(AuthenticationVerificationBody.self), id: "verifyAuthentication", summary: "Finishes a sign-in",
        success: .json("A token; the session is a cookie.", .plainSignIn)
    ) { request in
        let ceremony = try request.caller.open(request.input.assertion)
        guard case .signIn = ceremony.purpose else { throw SignInFailure.ceremony(.purposeMismatch) }
        return try await request.caller.complete(request.input.assertion, for: ceremony, as: request.input.username)
    }

    /// Returns the number of passkeys to the signed-in user. Strangers get the same response for every name.
    ///
    /// The guide's clients ask for passkeys here, and mean them: the API has no other way in.
    private static let check = Row(
        .get, "/api/auth/passkeys/check", in: ceremonies, by: .ownPage, taking: .query(UserNameQuery.self),
        id: "checkPasskeys", summary: "Returns whether a user name has passkeys",
        success: .json(
            "The truth for the signed-in user's own name; one passkey for every other.",
            .object([.required("hasPasskeys", as: .boolean), .required("count", as: .integer(0...1_000))]))
    ) { request in
        guard let name = request.input.name else { throw RequestFailure.userNameMissing }
        var count = 1
        if let session = try await request.caller.session(), session.user.isIdentified(by: name) {
            let list = try await PasskeyManagement(accounts: request.services.accounts).list(
                of: request.caller.owner(of: session), in: request.context.configuration)
            count = list.passkeys.count
        }
        return .json(["hasPasskeys": .bool(count > 0), "count": .number(JSONNumber(Int64(count)))])
    }

    private static func challenge(_ session: String) throws -> Challenge {
        guard let challenge = Base64URL.decode(session).flatMap({ Challenge($0) }) else {
            throw SignInFailure.ceremony(.notSealedHere)
        }
        return challenge
    }
}

/// The user name in a query; `nil` if it is empty.
private struct UserNameQuery: RequestQuery {
    let name: String?

    init(_ parameters: QueryParameters) {
        name = parameters["username"].flatMap { $0.isEmpty ? nil : $0 }
    }

    static let members: [Member] = [
        .optional("username", as: .string, description: "An identifier of the account.")
    ]
}

extension CeremonyAPIRequest {
    fileprivate func enroll(_ credential: PlainCredential, by session: ActiveSession) async throws -> HTTPResponse {
        let owner = owner(of: session)
        guard let challenge = credential.challenge else { throw SignInFailure.ceremony(.notSealedHere) }
        context.user = owner.user
        let enrolled = try await FinishEnrollment(ceremonies: ceremonies)(
            answering: challenge, with: credential.response, by: owner, in: context.configuration)
        return .json([
            "verified": true, "credentialId": .string(credential.id ?? enrolled.passkey.origin.credentialID.base64URL),
            "signal": enrolled.signal.json,
        ])
    }

    /// Completes a sign-up or a sign-in with a session of this API, and a short-lived access token beside it.
    fileprivate func complete(
        _ credential: PlainCredential, for ceremony: Ceremony, as name: String? = nil, credentialID: String? = nil,
        codes: [Identifier.Kind: String] = [:]
    ) async throws -> HTTPResponse {
        let submission = PasskeySignIn.Submission(
            ceremony: ceremony, response: credential.response, client: client.id, identifier: name, codes: codes,
            sender: context.sender)
        context.registration = credential.response
        let signIn = try await PasskeySignIn(ceremonies: ceremonies).judge(submission, in: context.configuration)
        let completed = try await context.browser.beginSession(.ceremonyAPI, with: signIn)
        return try response(to: completed.receipt, session: completed.session, credentialID: credentialID)
    }

    private func response(
        to receipt: SignInReceipt, session: NewSession, credentialID: String?
    ) throws -> HTTPResponse {
        let issuer = TokenIssuer(issuer: context.issuer, keys: try context.keys)
        var body: JSONObject = ["verified": true]
        if let credentialID { body["credentialId"] = .string(credentialID) }
        body["token"] = .string(issuer.sessionToken(for: receipt, client: client, at: context.time))
        body["user"] = ["username": .string(userName(of: receipt.user))]
        let cookie = context.cookies.field(
            apiSession: session.secret, lifetime: context.configuration.tenant.sessionLifetime)
        return HTTPResponse.json(.object(body)).settingCookies([cookie])
    }
}
