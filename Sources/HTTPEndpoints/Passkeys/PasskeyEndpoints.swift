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

/// `/passkey/register` and `/passkey/challenge`, which begin ceremonies. Nothing is stored.
struct PasskeyEndpoints: Sendable {
    let services: Services

    func register(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PasskeyRegisterBody.self, form: .jsonOrForm)
        let client = try await authenticate(body.client, for: context)
        let profile = SignUpProfile(body)
        for key in profile.limitKeys { try context.take(.account, key: key, from: services) }
        let request = AdmissionRequest(
            client: client, host: context.host.host, realm: body.realm, organization: body.organization)
        let (ceremonies, configuration) = (try context.ceremonies(services), context.configuration)
        let started = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(SignInFailure) in
            try await BeginSignUp(ceremonies: ceremonies)(profile, for: request, in: configuration)
        }
        return .started(started.options, session: started.session)
    }

    func challenge(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PasskeyChallengeBody.self, form: .jsonOrForm)
        let client = try await authenticate(body.client, for: context)
        let request = AdmissionRequest(
            client: client, host: context.host.host, realm: body.realm, organization: body.organization)
        let ceremonies = try context.ceremonies(services)
        do throws(SignInFailure) {
            let started = try BeginSignIn(ceremonies: ceremonies)(request, in: context.configuration)
            return .started(started.options.json, session: started.session)
        } catch {
            throw HTTPProblem(error)
        }
    }

    private func authenticate(
        _ parameters: ClientParameters, for context: RequestContext
    ) async throws(HTTPProblem) -> Client {
        let verified = try context.authenticate(parameters)
        try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await verified.consumeAssertion(in: services.storage)
        }
        return verified.client
    }
}

extension HTTPResponse {
    /// A registration that has begun. Like Auth0, it leaves out the default of `attestation`.
    static func started(_ options: CreationOptions, session: String, status: HTTPStatus = 200) -> HTTPResponse {
        var members = options.json.objectValue ?? JSONObject()
        if options.attestation == .none { members["attestation"] = nil }
        return started(.object(members), session: session, status: status)
    }

    /// A ceremony that has begun.
    static func started(_ options: JSONValue, session: String, status: HTTPStatus = 200) -> HTTPResponse {
        .json(.object(CeremonyAnswer(session: session, options: options).json), status: status)
    }
}
