// SPDX-License-Identifier: Apache-2.0

import Configuration
import Grants
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
/// The API has no member for a session. The challenge itself is the sealed ceremony, so nothing is stored for it, and several
/// tabs don't disturb each other.
struct CeremonyAPIEndpoints {
    let request: CeremonyAPIRequest

    init(_ browser: BrowserRequest) throws(HTTPProblem) {
        request = try CeremonyAPIRequest(browser)
    }

    private var context: RequestContext { request.context }

    // MARK: Registration

    /// Begins the registration of another passkey of a signed-in user or, for any other user name, of a new account. A name that
    /// is taken is rejected after the ceremony only.
    func registrationOptions() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(RegistrationOptionsBody.self)
        guard let name = body.username else { throw .userNameRequired }
        try context.take(.account, key: "username:\(name.lowercased())", from: request.services)
        let session = try await request.browser.apiSession()
        let started = try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            if let session, session.user.isNamed(name) {
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
                profile, for: request.ceremonyRequest, in: context.configuration)
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
            guard draft.identifiers.contains(where: { $0.isNamed(name) }) else {
                throw HTTPProblem(plain: .ceremony(.belongsElsewhere))
            }
            return try await finish(body.credential, for: ceremony) { _ in true }
        case .enrollment:
            let session = try await request.requireSession()
            guard session.user.isNamed(name) else { throw HTTPProblem(plain: .ceremony(.belongsElsewhere)) }
            return try await enroll(body.credential, by: session)
        default: throw HTTPProblem(plain: .ceremony(.purposeMismatch))
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
            "verified": true, "credentialId": .string(enrolled.passkey.origin.credentialID.base64URL),
            "signal": enrolled.signal.json,
        ])
    }

    // MARK: Sign-in

    func authenticationOptions() async throws(HTTPProblem) -> HTTPResponse {
        let name = try QueryParameters(context.request.query)["username"].flatMap { $0.isEmpty ? nil : $0 }
        let (ceremonies, wanted, configuration) = (request.ceremonies, request.ceremonyRequest, context.configuration)
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
        return try await finish(body.assertion, for: ceremony) { user in
            body.username.map(user.isNamed) ?? true
        }
    }

    /// Returns whether a user name has passkeys. Names that don't exist have some, too.
    func check() async throws(HTTPProblem) -> HTTPResponse {
        guard let name = try QueryParameters(context.request.query)["username"], !name.isEmpty else {
            throw .userNameRequired
        }
        let count = try await credentials(of: name).count
        return .json(["hasPasskeys": .bool(count > 0), "count": .number(JSONNumber(Int64(count)))])
    }

    private func credentials(of name: String) async throws(HTTPProblem) -> [CredentialDescriptor] {
        try context.take(.account, key: "username:\(name.lowercased())", from: request.services)
        let known = NamedCredentials(
            ceremonies: request.ceremonies, decoys: request.services.decoys, key: try context.keys.decoys)
        let (wanted, configuration) = (request.ceremonyRequest, context.configuration)
        return try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            try await known(name, for: wanted, in: configuration)
        }
    }

    // MARK: Both

    private func challenge(_ session: String) throws(HTTPProblem) -> Challenge {
        guard let challenge = Base64URL.decode(session).flatMap({ Challenge($0) }) else {
            throw HTTPProblem(plain: .ceremony(.notSealedHere))
        }
        return challenge
    }

    private func finish(
        _ credential: PlainCredential, for ceremony: Ceremony, requiring isExpected: (User) -> Bool
    ) async throws(HTTPProblem) -> HTTPResponse {
        let configuration = context.configuration
        let submission = FinishSignIn.Submission(
            ceremony: ceremony, response: credential.response, client: request.client.id,
            userAgent: context.userAgent, address: context.address, reference: context.reference)
        let signIn = CeremonyAPISignIn(
            services: GrantServices(
                ceremonies: request.ceremonies, limits: request.services.limits, uptime: request.services.uptime),
            provider: TokenRequest.Provider(
                issuer: context.issuer, keys: try context.keys, configuration: configuration))
        let old = try await request.browser.apiSession()
        let outcome: CeremonyAPISignIn.Outcome
        do throws(GrantFailure) {
            outcome = try await signIn.finish(
                submission, for: request.client, sender: TokenRequest.Sender(context), replacing: old?.record.id,
                requiring: isExpected)
        } catch {
            let relyingPartyID = configuration.domain(at: context.host.host)?.relyingPartyID
            guard case .signIn(let failure) = error else {
                throw HTTPProblem(error, relyingPartyID: relyingPartyID)
            }
            if case .counterRegressed(_, _, let user) = failure { context.user = user }
            var problem = HTTPProblem(plain: failure, relyingPartyID: relyingPartyID)
            if case .accountExists = failure { problem.signalUnknown(credential, relyingPartyID: relyingPartyID) }
            throw problem
        }
        return response(to: outcome)
    }

    private func response(to outcome: CeremonyAPISignIn.Outcome) -> HTTPResponse {
        let signedIn = outcome.begun.signedIn
        context.user = signedIn.user.id
        if signedIn.isCounterRegressed {
            request.services.notify(.counterRegressed(signedIn, reference: context.reference))
        }
        request.services.storageHealth.recordSuccess()
        var body: JSONObject = ["verified": true]
        if signedIn.isNewAccount {
            body["credentialId"] = .string(signedIn.passkey.origin.credentialID.base64URL)
        }
        body["token"] = .string(outcome.accessToken)
        body["user"] = ["username": .string(request.userName(of: signedIn.user))]
        let cookie = request.browser.cookies.field(
            apiSession: outcome.begun.secret, lifetime: context.configuration.tenant.sessionLifetime)
        return HTTPResponse.json(.object(body)).settingCookies([cookie])
    }
}

extension HTTPProblem {
    /// Has the client tell the device that the passkey it has just made is not registered.
    fileprivate mutating func signalUnknown(_ credential: PlainCredential, relyingPartyID: String?) {
        guard let relyingPartyID, let response = try? credential.response.registration() else { return }
        members["signal"] = [
            "unknown_credential": [
                "rpId": .string(relyingPartyID), "credentialId": .string(response.credentialID.base64URL),
            ]
        ]
    }
}

extension User {
    func isNamed(_ name: String) -> Bool { identifiers.contains { $0.isNamed(name) } }
}

extension Identifier {
    func isNamed(_ name: String) -> Bool {
        ExactText(value) == ExactText(name) || ExactText(normalized) == ExactText(name.lowercased())
    }
}
