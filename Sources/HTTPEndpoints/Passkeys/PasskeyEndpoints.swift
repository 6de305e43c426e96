// SPDX-License-Identifier: Apache-2.0

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

    func register(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let body = try exchange.body(PasskeyRegisterBody.self, .jsonOrForm)
        let client = try await admitted(body.client, &exchange)
        let profile = SignUpProfile(body)
        for (kind, text) in profile.identifiers.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            try exchange.take(.account, "\(kind.rawValue):\(text.lowercased())", services)
        }
        let request = CeremonyRequest(
            client: client, host: exchange.host.host, realm: body.realm, organization: body.organization)
        do throws(SignInFailure) {
            let begun = try await BeginSignUp(desk: exchange.desk(services))(profile, request, in: exchange.directory)
            return .begun(begun.options, session: begun.session)
        } catch {
            throw Refusal(error)
        }
    }

    func challenge(_ exchange: inout Exchange) async throws(Refusal) -> HTTPResponse {
        let body = try exchange.body(PasskeyChallengeBody.self, .jsonOrForm)
        let client = try await admitted(body.client, &exchange)
        let request = CeremonyRequest(
            client: client, host: exchange.host.host, realm: body.realm, organization: body.organization)
        do throws(SignInFailure) {
            let begun = try BeginSignIn(desk: exchange.desk(services))(request, in: exchange.directory)
            return .begun(begun.options.json, session: begun.session)
        } catch {
            throw Refusal(error)
        }
    }

    private func admitted(
        _ parameters: ClientParameters, _ exchange: inout Exchange
    ) async throws(Refusal) -> Client {
        let verified = try exchange.verifiedClient(parameters)
        do {
            try await verified.takeAssertion(in: services.storage)
        } catch {
            throw Refusal(unexpected: error)
        }
        return verified.client
    }
}

extension HTTPResponse {
    /// A registration that has begun. Auth0 does not write what is the default, so neither do we.
    static func begun(_ options: CreationOptions, session: String, status: HTTPStatus = 200) -> HTTPResponse {
        var members = options.json.objectValue ?? JSONObject()
        if options.attestation == .none { members["attestation"] = nil }
        return begun(.object(members), session: session, status: status)
    }

    /// A ceremony that has begun.
    static func begun(_ options: JSONValue, session: String, status: HTTPStatus = 200) -> HTTPResponse {
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
