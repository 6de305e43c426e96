// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import Cryptography
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/passwordless/start` and `/otp/challenge`: a client has a code sent, which its user enters there. The token endpoint
/// takes the code.
///
/// Both answer the same for every address. A code of the first is bound to the client and the address, that of the second
/// to the session in the answer.
enum CodeEndpoints {
    static let family = Family(limit: .ceremonyStart, isCrossOrigin: true)

    static let rows = [start, challenge]

    private static let start = Row(
        .post, "/passwordless/start", in: family, by: .client, taking: .jsonOrForm(PasswordlessStartBody.self),
        id: "startPasswordless", summary: "Has a code sent to an address",
        success: .json("The same for every address.", .passwordlessStart)
    ) { request in
        let (context, body) = (request.context, request.input)
        let kind: Identifier.Kind = body.connection == "sms" ? .phoneNumber : .email
        let address = try kind.address(email: body.email, phoneNumber: body.phoneNumber)
        var wanted = BeginCodeSignIn.Request(
            address: address, kind: kind, boundTo: .client, dispatch: context.codeDispatch())
        wanted.allowsSignUp = true
        // As in Auth0, a link is the default.
        wanted.hasLink = body.kind != "code" && kind == .email
        try await context.begin(wanted, by: request.caller, realm: nil)
        var answer: JSONObject = ["_id": .string(Randomness.bytes(12).hexadecimal)]
        answer[kind.rawValue] = .string(address)
        answer[kind == .email ? "email_verified" : "phone_verified"] = false
        return .json(.object(answer))
    }

    private static let challenge = Row(
        .post, "/otp/challenge", in: family, by: .client, taking: .jsonOrForm(CodeChallengeBody.self),
        id: "beginCodeSignIn", summary: "Has a code sent to an address, for the session of the answer",
        success: .json("The same for every address.", .codeChallenge)
    ) { request in
        let (context, body) = (request.context, request.input)
        let kind: Identifier.Kind = body.email == nil && body.phoneNumber != nil ? .phoneNumber : .email
        var wanted = BeginCodeSignIn.Request(
            address: try kind.address(email: body.email, phoneNumber: body.phoneNumber), kind: kind, boundTo: .holder,
            dispatch: context.codeDispatch(by: body.deliveryMethod))
        wanted.allowsSignUp = body.allowsSignUp
        let id = try await context.begin(wanted, by: request.caller, realm: body.connection)
        return .json(.object(CodeChallengeAnswer(session: id.text).json))
    }
}

extension Identifier.Kind {
    fileprivate func address(email: String?, phoneNumber: String?) throws -> String {
        guard let address = self == .email ? email : phoneNumber else {
            throw OAuthFailure.parameterMissing(rawValue)
        }
        return address
    }
}

extension RequestContext {
    @discardableResult
    fileprivate func begin(
        _ request: BeginCodeSignIn.Request, by client: Client, realm: String?
    ) async throws -> SentCode.ID {
        let wanted = AdmissionRequest(client: client, host: host.host, realm: realm)
        do {
            return try await BeginCodeSignIn(services.codes)(request, for: wanted, in: configuration)
        } catch SignInFailure.admission(.codesDisabled(let kind, let connection)) {
            var problem = HTTPProblem(AdmissionRejection.codesDisabled(kind, connection: connection))
            let detail = "\(kind == .phone ? "phone_otp" : "email_otp") is not enabled"
            problem.members["validation_errors"] = [
                ["detail": .string(detail), "field": "connection", "message": .string(detail)]
            ]
            throw problem
        }
    }
}
