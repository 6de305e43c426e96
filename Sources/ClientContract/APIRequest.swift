// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
package import WireFormats

/// A request of a client, and how its answer is read. It does no I/O, so that every client sends it in its own way: an
/// application, a test in the server's process, a load generator.
///
/// A ceremony is two requests. ``signUp(_:)``, ``signIn(_:)`` or ``enrollment(_:)`` begins it and answers with options
/// for the device; ``tokens(_:)`` or ``verification(of:_:)`` returns the device's response. The change of a password is
/// two as well, ``passwordChange`` and ``passwordSetting(of:_:)``, because a passkey may confirm it.
package struct APIRequest<Answer>: Sendable {
    package let method: String
    /// The path and the query.
    package let path: String
    package let body: JSONObject?
    private let reading: @Sendable (APIResponse, JSONObject) -> Answer?

    init(
        _ method: String, _ path: String, body: JSONObject? = nil,
        reading: @escaping @Sendable (APIResponse, JSONObject) -> Answer?
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.reading = reading
    }

    /// Reads the answer.
    package func answer(in response: APIResponse) throws(APIFailure) -> Answer {
        let body = response.json ?? JSONObject()
        guard (200..<300).contains(response.status) else {
            guard var problem = ProblemAnswer(body, status: response.status) else {
                throw .unexpected(status: response.status)
            }
            problem.retryAfter = response["Retry-After"].flatMap { Int($0) }
            throw .problem(problem)
        }
        guard let answer = reading(response, body) else { throw .unexpected(status: response.status) }
        return answer
    }
}

extension APIRequest<CeremonyAnswer> {
    package static func signUp(_ body: PasskeyRegisterBody) -> Self {
        Self("POST", "/passkey/register", body: body.json) { CeremonyAnswer($1) }
    }

    package static func signIn(_ body: PasskeyChallengeBody) -> Self {
        Self("POST", "/passkey/challenge", body: body.json) { CeremonyAnswer($1) }
    }
}

extension APIRequest<TokenAnswer> {
    package static func tokens(_ body: TokenBody) -> Self {
        Self("POST", "/oauth/token", body: body.json) { TokenAnswer($1) }
    }
}

extension APIRequest<Void> {
    /// Creates an account with a password, and signs nobody in.
    package static func passwordSignUp(_ body: DatabaseSignUpBody) -> Self {
        Self("POST", "/dbconnections/signup", body: body.json) { _, _ in () }
    }

    package static func revocation(_ body: RevocationBody) -> Self {
        Self("POST", "/oauth/revoke", body: body.json) { _, _ in () }
    }

    package static func report(_ body: PasskeyReportBody) -> Self {
        Self("POST", "/passkey/report", body: body.json) { _, _ in () }
    }
}

// MARK: The My Account API, whose requests need an access token

extension APIRequest<PasskeyListAnswer> {
    package static var passkeys: Self {
        Self("GET", "\(accountMethods)?type=passkey") { PasskeyListAnswer($1) }
    }
}

extension APIRequest<EnrollmentAnswer> {
    package static func enrollment(_ body: AuthenticationMethodCreateBody) -> Self {
        Self("POST", accountMethods, body: body.json) { EnrollmentAnswer($0, body: $1) }
    }
}

extension APIRequest<PasskeyAnswer> {
    package static func verification(of method: String, _ body: AuthenticationMethodVerifyBody) -> Self {
        Self("POST", "\(accountMethod(method))/verify", body: body.json) { PasskeyAnswer($1) }
    }

    package static func update(of method: String, _ body: AuthenticationMethodUpdateBody) -> Self {
        Self("PATCH", accountMethod(method), body: body.json) { PasskeyAnswer($1) }
    }
}

extension APIRequest<SignalAnswer?> {
    package static func removal(of method: String) -> Self {
        Self("DELETE", accountMethod(method)) { response, _ in .some(response.signal) }
    }
}

extension APIRequest<PasswordChangeAnswer> {
    package static var passwordChange: Self {
        Self("POST", accountMethods, body: AuthenticationMethodCreateBody(type: .password).json) {
            PasswordChangeAnswer($0, body: $1)
        }
    }
}

extension APIRequest<PasswordMethodAnswer> {
    package static func passwordSetting(of method: String, _ body: AuthenticationMethodVerifyBody) -> Self {
        Self("POST", "\(accountMethod(method))/verify", body: body.json) { PasswordMethodAnswer($1) }
    }
}

extension APIRequest<DeletionAnswer> {
    package static func accountDeletion(_ body: AuthenticationMethodVerifyBody) -> Self {
        Self("DELETE", "/me/v1", body: body.json) { DeletionAnswer($1) }
    }
}

let accountMethods = "/me/v1/authentication-methods"

func accountMethod(_ id: String) -> String {
    "\(accountMethods)/\(PercentEncoding.encode(id))"
}
