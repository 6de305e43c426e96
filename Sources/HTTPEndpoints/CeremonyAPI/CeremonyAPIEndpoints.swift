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
struct CeremonyAPIEndpoints {
    let request: CeremonyAPIRequest

    init(_ browser: BrowserRequest) throws(HTTPProblem) {
        request = try CeremonyAPIRequest(browser)
    }

    private var context: RequestContext { request.context }

    // MARK: Registration

    /// Begins the registration of another passkey of a signed-in user or, for any other user name, of a new account. A
    /// name that is taken is rejected after the ceremony only.
    func registrationOptions() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(RegistrationOptionsBody.self)
        guard let name = body.username else { throw .userNameRequired }
        let session = try await request.session().flatMap { $0.user.isIdentified(by: name) ? $0 : nil }
        // Strangers who use up the attempts at a name don't keep its owner from adding a passkey.
        let key = session.map { "user:\($0.user.id.rawValue)" } ?? "username:\(name.lowercased())"
        try context.take(.account, key: key, from: request.services)
        let started = try await mapFailure(to: request.problem(of:)) { () throws(SignInFailure) in
            if let session {
                var enrollment = EnrollmentRequest()
                enrollment.excludesExistingCredentials = true
                return try await BeginEnrollment(ceremonies: request.ceremonies)(
                    enrollment, by: request.owner(of: session), in: context.configuration)
            }
            var profile = SignUpProfile()
            let kind = request.connection?.identifiers.kind(of: name) ?? .username
            profile.identifiers[kind] = name
            profile.profile.name = body.displayName
            return try await BeginSignUp(ceremonies: request.ceremonies)(
                profile, for: request.admissionRequest, in: context.configuration)
        }
        var options = started.options
        options.challenge = try challenge(started.session)
        return .json(options.json.inPaddedBase64)
    }

    func verifyRegistration() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(RegistrationVerificationBody.self)
        guard let name = body.username else { throw .userNameRequired }
        let ceremony = try request.open(body.credential)
        switch ceremony.purpose {
        case .signUp(let draft):
            guard draft.identifiers.contains(where: { $0.isMeant(by: name) }) else {
                throw HTTPProblem(plain: .ceremony(.belongsElsewhere))
            }
            return try await complete(body.credential, for: ceremony, credentialID: body.credential.id)
        case .enrollment:
            let session = try await request.requireSession()
            guard session.user.isIdentified(by: name) else { throw HTTPProblem(plain: .ceremony(.belongsElsewhere)) }
            return try await enroll(body.credential, by: session)
        case .signIn, .invitation, .setup: throw HTTPProblem(plain: .ceremony(.purposeMismatch))
        }
    }

    private func enroll(_ credential: PlainCredential, by session: ActiveSession) async throws(HTTPProblem)
        -> HTTPResponse
    {
        let (ceremonies, owner, configuration) = (
            request.ceremonies, request.owner(of: session), context.configuration
        )
        guard let challenge = credential.challenge else { throw HTTPProblem(plain: .ceremony(.notSealedHere)) }
        context.user = owner.user
        let enrolled = try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            try await FinishEnrollment(ceremonies: ceremonies)(
                answering: challenge, with: credential.response, by: owner, in: configuration)
        }
        return .json([
            "verified": true, "credentialId": .string(credential.id ?? enrolled.passkey.origin.credentialID.base64URL),
            "signal": enrolled.signal.json,
        ])
    }

    // MARK: Sign-in

    func authenticationOptions() async throws(HTTPProblem) -> HTTPResponse {
        let name = try QueryParameters(context.request.query)["username"].flatMap { $0.isEmpty ? nil : $0 }
        let (ceremonies, wanted, configuration) = (request.ceremonies, request.admissionRequest, context.configuration)
        let started: StartedCeremony<RequestOptions>
        do throws(SignInFailure) {
            started = try BeginSignIn(ceremonies: ceremonies)(wanted, in: configuration)
        } catch {
            throw HTTPProblem(plain: error)
        }
        var options = started.options
        options.challenge = try challenge(started.session)
        if let name { options.allowedCredentials = try await credentials(of: name) }
        return .json(options.json.inPaddedBase64)
    }

    func verifyAuthentication() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(AuthenticationVerificationBody.self)
        let ceremony = try request.open(body.assertion)
        guard case .signIn = ceremony.purpose else { throw HTTPProblem(plain: .ceremony(.purposeMismatch)) }
        return try await complete(body.assertion, for: ceremony, as: body.username)
    }

    /// Returns the number of passkeys to the signed-in user. Strangers get the same response for every name.
    ///
    /// The guide's clients ask for passkeys here, and mean them: the API has no other way in.
    func check() async throws(HTTPProblem) -> HTTPResponse {
        guard let name = try QueryParameters(context.request.query)["username"], !name.isEmpty else {
            throw .userNameRequired
        }
        var count = 1
        if let session = try await request.session(), session.user.isIdentified(by: name) {
            let (owner, configuration) = (request.owner(of: session), context.configuration)
            let management = PasskeyManagement(accounts: request.services.accounts)
            count = try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
                try await management.list(of: owner, in: configuration).passkeys.count
            }
        }
        return .json(["hasPasskeys": .bool(count > 0), "count": .number(JSONNumber(Int64(count)))])
    }

    /// Only the address is limited: there is nothing to learn about a name, and no stranger may keep its owner from
    /// signing in.
    private func credentials(of name: String) async throws(HTTPProblem) -> [CredentialDescriptor] {
        let named = NamedCredentials(ceremonies: request.ceremonies, imitated: request.services.imitated)
        let (wanted, configuration) = (request.admissionRequest, context.configuration)
        return try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            try await named(name, for: wanted, in: configuration)
        }
    }

    // MARK: Both

    private func challenge(_ session: String) throws(HTTPProblem) -> Challenge {
        guard let challenge = Base64URL.decode(session).flatMap({ Challenge($0) }) else {
            throw HTTPProblem(plain: .ceremony(.notSealedHere))
        }
        return challenge
    }

    /// Completes a sign-up or a sign-in with a session of this API, and a short-lived access token beside it.
    private func complete(
        _ credential: PlainCredential, for ceremony: Ceremony, as name: String? = nil, credentialID: String? = nil
    ) async throws(HTTPProblem) -> HTTPResponse {
        let (configuration, ceremonies) = (context.configuration, request.ceremonies)
        let submission = PasskeySignIn.Submission(
            ceremony: ceremony, response: credential.response, client: request.client.id, identifier: name,
            sender: context.sender)
        let completed: (receipt: SignInReceipt, session: NewSession)
        do throws(SignInFailure) {
            let signIn = try await PasskeySignIn(ceremonies: ceremonies).judge(submission, in: configuration)
            completed = try await request.browser.beginSession(.ceremonyAPI, with: signIn)
        } catch {
            throw problem(of: error, with: credential)
        }
        return try response(to: completed.receipt, session: completed.session, credentialID: credentialID)
    }

    private func problem(of failure: SignInFailure, with credential: PlainCredential) -> HTTPProblem {
        if case .counterRegressed(_, _, let user) = failure { context.user = user }
        var problem = HTTPProblem(plain: failure, relyingPartyID: context.relyingPartyID)
        if case .accountExists = failure {
            problem.signalUnknown(credential.response, relyingPartyID: context.relyingPartyID)
        }
        return problem
    }

    private func response(
        to receipt: SignInReceipt, session: NewSession, credentialID: String?
    ) throws(HTTPProblem) -> HTTPResponse {
        let issuer = TokenIssuer(issuer: context.issuer, keys: try context.keys)
        var body: JSONObject = ["verified": true]
        if let credentialID { body["credentialId"] = .string(credentialID) }
        body["token"] = .string(issuer.sessionToken(for: receipt, client: request.client, at: context.time))
        body["user"] = ["username": .string(request.userName(of: receipt.user))]
        let cookie = request.browser.cookies.field(
            apiSession: session.secret, lifetime: context.configuration.tenant.sessionLifetime)
        return HTTPResponse.json(.object(body)).settingCookies([cookie])
    }
}
