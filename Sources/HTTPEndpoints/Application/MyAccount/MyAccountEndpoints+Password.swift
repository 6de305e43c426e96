// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

/// The password of the access token's user.
extension MyAccountEndpoints {
    /// The id in the path while a password is being set.
    static let newPasswordPlaceholder = "password|new"
    /// The id in the path of a password that was removed.
    private static let removedPasswordPlaceholder = "password|removed"

    static let restorePassword = Row(
        .post, "/me/v1/authentication-methods/{id}/restore", in: family, by: .owner("create:me:authentication_methods"),
        taking: .json(ConfirmedActBody.self), id: "restorePassword",
        summary: "Restores the password that was removed",
        success: .json("The password.", .password), failing: [404, 409]
    ) { request in
        guard request.context.incoming.name == removedPasswordPlaceholder else {
            throw SignInFailure.password(.nothingToRestore)
        }
        return .password(
            try await request.passwords.restore(
                of: request.caller, proving: PasskeyProof(request.input), in: request.context.configuration))
    }

    static let disablePassword = passwordSwitch(
        at: "/me/v1/authentication-methods/{id}/disable", isDisabled: true, id: "disablePassword",
        summary: "Has only passkeys sign in")
    static let enablePassword = passwordSwitch(
        at: "/me/v1/authentication-methods/{id}/enable", isDisabled: false, id: "enablePassword",
        summary: "Has the password sign in again")

    private static func passwordSwitch(at path: Path, isDisabled: Bool, id: String, summary: String) -> Row {
        Row(
            .post, path, in: family, by: .owner("update:me:authentication_methods"),
            taking: .json(ConfirmedActBody.self), id: id,
            summary: summary, success: .json("The password.", .password), failing: [404, 409]
        ) { request in
            guard try await request.password != nil else { throw SignInFailure.password(.unknown) }
            return .password(
                try await request.passwords.setDisabled(
                    isDisabled, of: request.caller, proving: PasskeyProof(request.input),
                    in: request.context.configuration))
        }
    }

    static let confirmation = Row(
        .post, "/me/v1/confirmations", in: family, by: .owner("read:me:authentication_methods"),
        taking: .json(ConfirmationBody.self), id: "beginConfirmation",
        summary: "Begins the confirmation of an act by one of the account's passkeys",
        success: .json("Options for navigator.credentials.get, and the session to return.", .requestOptions),
        failing: [409]
    ) { request in
        guard let act = ConfirmedAct(rawValue: request.input.act) else {
            throw RequestFailure.queryInvalid(
                "act must be one of \(ConfirmedAct.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        let started = try await Confirmation(ceremonies: request.context.ceremonies()).begin(
            act, by: request.caller, in: request.context.configuration)
        guard !started.options.allowedCredentials.isEmpty else {
            throw SignInFailure.password(.wayInRequired(missing: "a passkey that is three days old"))
        }
        return .started(started.options.json, session: started.session)
    }
}

extension CheckedRequest where Caller == AccountOwner {
    var passwords: PasswordManagement {
        get throws { PasswordManagement(services.passwords, ceremonies: try context.ceremonies()) }
    }

    /// The password that the path names.
    var password: StoredPassword? {
        get async throws {
            guard context.incoming.name == "password|" + caller.user.identity else { return nil }
            guard let found = try await passwords.find(of: caller) else {
                throw SignInFailure.password(.unknown)
            }
            return found
        }
    }
}

extension CheckedRequest where Caller == AccountOwner, Input == AuthenticationMethodCreation {
    /// Answers with the rules for a password, and with what lets a passkey confirm it.
    func beginPassword() async throws -> HTTPResponse {
        let ceremonies = try context.ceremonies()
        let policy = try await PasswordSetting(services.passwords, ceremonies: ceremonies).policy(
            for: caller, in: context.configuration)
        let started = try await Confirmation(ceremonies: ceremonies).begin(
            .setPassword, by: caller, in: context.configuration)
        var body: JSONObject = [
            "id": .string(MyAccountEndpoints.newPasswordPlaceholder), "auth_session": .string(started.session),
            "policy": .object(policy.json),
        ]
        if !started.options.allowedCredentials.isEmpty { body["authn_params_public_key"] = started.options.json }
        var response = HTTPResponse.json(.object(body), status: 202)
        response.headers["Location"] = context.url(
            of: MyAccountEndpoints.passkey, naming: MyAccountEndpoints.newPasswordPlaceholder)
        return response
    }
}

extension CheckedRequest where Caller == AccountOwner, Input == AuthenticationMethodVerifyBody {
    func setPassword() async throws -> HTTPResponse {
        let proof =
            input.hasResponse ? PasskeyProof(session: input.ceremonySession, response: input.credentialResponse) : nil
        let submission = PasswordSetting.Submission(
            password: try input.requirePassword(), proof: proof, currentPassword: input.currentPassword)
        let password = try await PasswordSetting(services.passwords, ceremonies: context.ceremonies())(
            submission, by: caller, in: context.configuration)
        var response = HTTPResponse.password(password, status: 201)
        response.headers["Location"] = context.url(
            of: MyAccountEndpoints.passkey, naming: PasswordMethodAnswer(password).id)
        return response
    }
}

extension CheckedRequest where Caller == AccountOwner {
    /// Removes the password. A passkey confirms it, in the body.
    func removePassword(proving proof: PasskeyProof?) async throws -> HTTPResponse {
        guard let proof else { throw SignInFailure.password(.confirmationRequired) }
        try await passwords.remove(of: caller, proving: proof, in: context.configuration)
        return HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"])
    }
}

extension PasskeyProof {
    init(_ body: ConfirmedActBody) {
        self.init(session: body.ceremonySession, response: body.credentialResponse)
    }
}

extension PasswordMethodAnswer {
    init(_ password: StoredPassword) {
        self.init(id: "password|" + password.user.identity, setAt: password.setAt)
        identity = String(password.user.identity)
        isDisabled = password.isDisabled
        unconfirmedUntil = password.unconfirmedUntil
    }
}

extension HTTPResponse {
    fileprivate static func password(_ password: StoredPassword, status: HTTPStatus = 200) -> HTTPResponse {
        .json(.object(PasswordMethodAnswer(password).json), status: status)
    }
}
