// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WireFormats

/// `/passkey/register` and `/passkey/challenge`: ceremonies begin here. Nothing is stored.
struct PasskeyEndpoints: Sendable {
    let services: Services

    func register(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PasskeyRegisterBody.self, .jsonOrForm)
        let client = try await admitted(body.client, &context)
        let profile = SignUpProfile(body)
        for (kind, text) in profile.identifiers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try context.take(.account, "\(kind.rawValue):\(text.lowercased())", services)
        }
        let request = CeremonyRequest(
            client: client, host: context.host.host, realm: body.realm, organization: body.organization)
        do throws(SignInFailure) {
            let started = try await BeginSignUp(ceremonies: context.ceremonies(services))(
                profile, request, in: context.configuration)
            return .started(started.options, session: started.session)
        } catch {
            throw HTTPProblem(error)
        }
    }

    func challenge(_ context: inout RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PasskeyChallengeBody.self, .jsonOrForm)
        let client = try await admitted(body.client, &context)
        let request = CeremonyRequest(
            client: client, host: context.host.host, realm: body.realm, organization: body.organization)
        do throws(SignInFailure) {
            let started = try BeginSignIn(ceremonies: context.ceremonies(services))(request, in: context.configuration)
            return .started(started.options.json, session: started.session)
        } catch {
            throw HTTPProblem(error)
        }
    }

    private func admitted(
        _ parameters: ClientParameters, _ context: inout RequestContext
    ) async throws(HTTPProblem) -> Client {
        let verified = try context.verifiedClient(parameters)
        do {
            try await verified.takeAssertion(in: services.storage)
        } catch {
            throw HTTPProblem(unexpected: error)
        }
        return verified.client
    }
}

extension HTTPResponse {
    /// A registration that has started. Auth0 does not write what is the default, so neither do we.
    static func started(_ options: CreationOptions, session: String, status: HTTPStatus = 200) -> HTTPResponse {
        var members = options.json.objectValue ?? JSONObject()
        if options.attestation == .none { members["attestation"] = nil }
        return started(.object(members), session: session, status: status)
    }

    /// A ceremony that has started.
    static func started(_ options: JSONValue, session: String, status: HTTPStatus = 200) -> HTTPResponse {
        .json(status, ["auth_session": .string(session), "authn_params_public_key": options])
    }
}

extension SignUpProfile {
    init(_ body: PasskeyRegisterBody) {
        self.init()
        for kind in Identifier.Kind.allCases {
            identifiers[kind] = body.profile[kind.rawValue]
        }
        profile.name = body.profile["name"]
        profile.givenName = body.profile["given_name"]
        profile.familyName = body.profile["family_name"]
        profile.nickname = body.profile["nickname"]
        profile.picture = body.profile["picture"]
        metadata = body.metadata
    }
}
