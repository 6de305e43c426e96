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

/// `/passkey/…`, which begins ceremonies and takes reports about them. Nothing is stored.
enum PasskeyEndpoints {
    static let family = Family(limit: .ceremonyStart, isCrossOrigin: true)

    static let rows = [register, challenge, report]

    private static let register = Row(
        .post, "/passkey/register", in: family, by: .client, taking: .jsonOrForm(PasskeyRegisterBody.self),
        id: "beginSignUp", summary: "Begins a sign-up with a passkey",
        success: .json("Options for navigator.credentials.create, and the session to return.", .creationOptions)
    ) { request in
        let (context, body) = (request.context, request.input)
        let profile = SignUpProfile(body)
        for key in profile.limitKeys { try context.take(.account, key: key) }
        let wanted = AdmissionRequest(
            client: request.caller, host: context.host.host, realm: body.realm, organization: body.organization)
        let started = try await BeginSignUp(ceremonies: context.ceremonies())(
            profile, for: wanted, dispatching: context.codeDispatch(by: body.deliveryMethod), in: context.configuration)
        return .started(started.options, session: started.session, verifying: started.verifications)
    }

    private static let challenge = Row(
        .post, "/passkey/challenge", in: family, by: .client, taking: .jsonOrForm(PasskeyChallengeBody.self),
        id: "beginSignIn", summary: "Begins a sign-in with a passkey",
        success: .json("Options for navigator.credentials.get, and the session to return.", .requestOptions)
    ) { request in
        let (context, body) = (request.context, request.input)
        let wanted = AdmissionRequest(
            client: request.caller, host: context.host.host, realm: body.realm, organization: body.organization)
        let started = try BeginSignIn(ceremonies: context.ceremonies())(wanted, in: context.configuration)
        return .started(started.options.json, session: started.session)
    }
}

extension HTTPResponse {
    /// A registration that has begun. Like Auth0, it leaves out the default of `attestation`.
    static func started(
        _ options: CreationOptions, session: String, verifying kinds: [Identifier.Kind] = [], status: HTTPStatus = 200
    ) -> HTTPResponse {
        var members = options.json.objectValue ?? JSONObject()
        if options.attestation == .none { members["attestation"] = nil }
        var answer = CeremonyAnswer(session: session, options: .object(members))
        answer.verificationRequired = kinds.map(\.verificationName)
        return .json(.object(answer.json), status: status)
    }

    /// A ceremony that has begun.
    static func started(_ options: JSONValue, session: String, status: HTTPStatus = 200) -> HTTPResponse {
        .json(.object(CeremonyAnswer(session: session, options: options).json), status: status)
    }
}
