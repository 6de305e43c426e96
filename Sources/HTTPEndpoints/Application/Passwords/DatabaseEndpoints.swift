// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/dbconnections/…`: sign-ups with a password, and requests to reset one, as Auth0's SDKs send them.
enum DatabaseEndpoints {
    static let family = Family(dialect: .database, limit: .ceremonyStart, isCrossOrigin: true)

    static let rows = [signUp, changePassword]

    private static let signUp = Row(
        .post, "/dbconnections/signup", in: family, by: .anyone, taking: .jsonOrForm(DatabaseSignUpBody.self),
        id: "signUpWithPassword", summary: "Creates an account with a password",
        success: .json("The account. Nobody is signed in.", .databaseAccount), failing: [401]
    ) { request in
        let (context, body) = (request.context, request.input)
        var profile = SignUpProfile(texts: body.profile)
        profile.metadata = body.metadata
        for key in profile.limitKeys { try context.take(.account, key: key) }
        let wanted = try context.admission(of: body.clientID, to: body.connection)
        let signUp = PasswordSignUp(
            context.services.passwords, limits: context.services.signInLimits,
            verification: SignUpVerification(context.services.codes))
        let user = try await signUp(
            profile, password: body.password, for: wanted, dispatching: context.codeDispatch(),
            in: context.configuration)
        context.user = user.id
        return .json(.object(user.databaseAccount))
    }

    /// Answers the same for every address. The mail with the link comes from the outbox, if there is one.
    private static let changePassword = Row(
        .post, "/dbconnections/change_password", in: family, by: .anyone,
        taking: .jsonOrForm(DatabasePasswordChangeBody.self), id: "requestPasswordReset",
        summary: "Asks for a mail to reset a password", success: .init(200, "The same text for every address."),
        failing: [401]
    ) { request in
        let (context, body) = (request.context, request.input)
        let wanted = try context.admission(of: body.clientID, to: body.connection)
        if context.services.options.sendsMail {
            try await context.passwordReset().request(
                context.resetRequest(for: body.name), for: wanted, pages: context.resetPages,
                in: context.configuration)
        }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store",
                "X-Content-Type-Options": "nosniff",
            ],
            body: Array("We've just sent you an email to reset your password.".utf8))
    }
}

extension RequestContext {
    /// What a client asks for that the body names. It doesn't authenticate, as in Auth0: it learns nothing but whether
    /// a name is taken.
    fileprivate func admission(of id: String, to connection: String?) throws -> AdmissionRequest {
        guard let named = configuration.client(id) else { throw OAuthFailure.clientUnknown }
        client = named
        return AdmissionRequest(client: named, host: host.host, realm: connection.flatMap { $0.isEmpty ? nil : $0 })
    }
}

extension User {
    fileprivate var databaseAccount: JSONObject {
        var body: JSONObject = ["_id": .string(String(id.identity))]
        for identifier in identifiers {
            body[identifier.kind.rawValue] = .string(identifier.value)
            switch identifier.kind {
            case .email: body["email_verified"] = .bool(identifier.isVerified)
            case .phoneNumber: body["phone_verified"] = .bool(identifier.isVerified)
            case .username: break
            }
        }
        for (name, text) in [
            ("name", profile.name), ("given_name", profile.givenName), ("family_name", profile.familyName),
            ("nickname", profile.nickname), ("picture", profile.picture),
        ] {
            body[name] = text.map(JSONValue.string)
        }
        return body
    }
}

extension Dialect {
    /// Auth0's words for what its SDKs tell apart. They read `code`, and show `description`, which is an object for some
    /// passwords; the stable code of such a failure is its `reason`. Other failures are those of the authentication API.
    static let database = Dialect(
        translate: { error, context in
            guard let failure = error as? SignInFailure, failure.isAboutSignUp else { return error }
            var problem = HTTPProblem(failure)
            problem.status = 400
            var body: JSONObject = ["name": "BadRequestError", "reason": .string(problem.code)]
            switch failure {
            case .password(.notAcceptable(_, let rejection)):
                problem.error = "invalid_password"
                for member in rejection.members { body[member.name] = member.value }
            case .account(.exists):
                let isTold = context.configuration.tenant.reportsExistingAccounts
                problem.error = isTold ? "user_exists" : "invalid_signup"
                problem.description = isTold ? "The user already exists." : "Invalid sign up"
            default: problem.error = "invalid_signup"
            }
            body["code"] = .string(problem.error)
            if body["description"] == nil { body["description"] = .string(problem.description) }
            body["statusCode"] = 400
            for member in body.members { problem.members[member.name] = member.value }
            return problem
        })
}

extension SignInFailure {
    /// Whether the sign-up itself is rejected.
    fileprivate var isAboutSignUp: Bool {
        switch self {
        case .account, .profile, .admission, .password: true
        default: false
        }
    }
}
