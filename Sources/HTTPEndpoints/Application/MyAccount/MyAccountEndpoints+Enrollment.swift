// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

/// Adds an authentication method to the account of the access token's user: enrolls a passkey, or sets the password.
extension MyAccountEndpoints {
    static let beginEnrollment = Row(
        .post, "/me/v1/authentication-methods", in: family, by: .owner("create:me:authentication_methods"),
        taking: .json(AuthenticationMethodCreation.self), id: "beginEnrollment",
        summary: "Begins the enrollment of a passkey, or the change of the password or an address",
        success: .json(
            "Options for navigator.credentials.create, the rules for a password, or the session of a code; Location is the "
                + "URL to finish at.",
            .anyOf([.creationOptions, .passwordChange, .addressChange]), status: 202
        ).with(headers: ["Location"]), failing: [409]
    ) { request in
        let (context, body) = (request.context, request.input.method)
        switch body.type {
        case .passkey: break
        case .password: return try await request.beginPassword()
        case .email: return try await request.beginAddress(.email)
        case .phone: return try await request.beginAddress(.phoneNumber)
        default: throw RequestFailure.methodTypeNotSupported(body.type?.rawValue ?? "")
        }
        var enrollment = EnrollmentRequest()
        enrollment.connection = body.connection
        enrollment.identityUserID = body.identityUserID
        enrollment.excludesExistingCredentials = body.excludesExistingCredentials
        enrollment.isConditional = body.isConditional
        let started = try await BeginEnrollment(ceremonies: context.ceremonies())(
            enrollment, by: request.caller, in: context.configuration)
        var response = HTTPResponse.started(started.options, session: started.session, status: 202)
        response.headers["Location"] = context.url(of: passkey, naming: newPasskeyPlaceholder)
        return response
    }

    static let finishEnrollment = Row(
        .post, "/me/v1/authentication-methods/{id}/verify", in: family, by: .owner("create:me:authentication_methods"),
        taking: .json(AuthenticationMethodVerifyBody.self), id: "finishEnrollment",
        summary: "Finishes the enrollment of a passkey, or sets the password or an address",
        success: .json(
            "The passkey, with signals for the client to send; or the password, or the address.",
            .anyOf([.passkey, .password, .address]), status: 201
        ).with(headers: ["Location"]), failing: [404, 409]
    ) { request in
        let (context, body) = (request.context, request.input)
        guard context.incoming.name != newPasswordPlaceholder else { return try await request.setPassword() }
        guard context.incoming.name != newEmailPlaceholder, context.incoming.name != newPhonePlaceholder else {
            return try await request.setAddress()
        }
        try body.requirePasskey()
        guard context.incoming.name == newPasskeyPlaceholder else { throw SignInFailure.passkey(.unknown) }
        let submission = FinishEnrollment.Submission(session: body.ceremonySession, response: body.credentialResponse)
        let enrolled = try await FinishEnrollment(ceremonies: context.ceremonies())(
            submission, by: request.caller, in: context.configuration)
        var response = HTTPResponse.passkey(enrolled.passkey, signal: enrolled.signal, status: 201)
        response.headers["Location"] = context.url(of: passkey, naming: enrolled.passkey.id.rawValue)
        return response
    }
}
