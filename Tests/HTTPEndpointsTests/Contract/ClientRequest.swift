// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPEndpoints
import Testing
import WebAuthnMessages
import WireFormats

/// A request of a client, with the way to read its body as the server does.
struct ClientRequest: Sendable, CustomTestStringConvertible {
    let method: String
    let path: String
    let body: JSONObject?
    /// Returns the body that the server reads, written again.
    private let reread: @Sendable ([UInt8]) throws(BodyRejection) -> JSONObject?

    init(_ request: APIRequest<some Any>) {
        (method, path, body) = (request.method, request.path, request.body)
        reread = { (_: [UInt8]) throws(BodyRejection) in nil }
    }

    init<Body: RequestBody>(
        _ request: APIRequest<some Any>, with type: Body.Type, _ json: @escaping @Sendable (Body) -> JSONObject
    ) {
        (method, path, body) = (request.method, request.path, request.body)
        reread = { (bytes: [UInt8]) throws(BodyRejection) in
            json(try type.read(bytes, type: "application/json", form: .json))
        }
    }

    var testDescription: String { "\(method) \(path)" }

    /// The described operation, and the name in the path.
    var target: (operation: Operation, name: String?) {
        get throws {
            let (operations, name) = Endpoints.operations(at: String(path.prefix { $0 != "?" }))
            return (try #require(operations.first { $0.method.rawValue == method }, "\(method) \(path)"), name)
        }
    }

    func readByServer() throws(BodyRejection) -> JSONObject? {
        try reread(JSONValue.object(body ?? JSONObject()).serialized())
    }
}

extension ClientRequest {
    /// Every request, with these values of its members.
    static func all(with values: inout ContractValues) -> [ClientRequest] {
        passkeys(with: &values) + tokens(with: &values) + account(with: &values) + deviceKeys(with: &values)
    }

    private static func passkeys(with values: inout ContractValues) -> [ClientRequest] {
        var signUp = PasskeyRegisterBody(client: client(&values))
        signUp.realm = values.optionalText()
        signUp.organization = values.optionalText()
        for member in PasskeyRegisterBody.profileMembers { signUp.profile[member] = values.optionalText() }
        signUp.hasIdentifiersAtFinish = values.optionalText() != nil
        signUp.deliveryMethod = values.optional { $0.element(of: ["text", "voice"]) ?? "text" }
        signUp.metadata = values.optional { ["plan": .string($0.text())] } ?? [:]
        var signIn = PasskeyChallengeBody(client: client(&values))
        signIn.realm = values.optionalText()
        signIn.organization = values.optionalText()
        var withPassword = DatabaseSignUpBody(clientID: values.word())
        withPassword.connection = values.optional { $0.word() }
        withPassword.password = values.optionalText()
        for member in PasskeyRegisterBody.profileMembers { withPassword.profile[member] = values.optionalText() }
        withPassword.metadata = values.optional { ["plan": .string($0.text())] } ?? [:]
        let report = PasskeyReportBody(
            session: values.text(), reason: values.element(of: CeremonyFailureReason.allCases) ?? .unknown,
            error: values.optional { $0.word() })
        return [
            ClientRequest(.signUp(signUp), with: PasskeyRegisterBody.self) { $0.json },
            ClientRequest(.signIn(signIn), with: PasskeyChallengeBody.self) { $0.json },
            ClientRequest(.report(report), with: PasskeyReportBody.self) { $0.json },
            ClientRequest(.passwordSignUp(withPassword), with: DatabaseSignUpBody.self) { $0.json },
        ]
    }

    private static func tokens(with values: inout ContractValues) -> [ClientRequest] {
        let tokens = TokenBody(
            client: client(&values), grantType: values.text(), scope: values.optionalText(),
            audience: values.optionalText(), realm: values.optionalText(), organization: values.optionalText(),
            ceremonySession: values.optionalText(), credentialResponse: values.optional { $0.response() },
            loginHint: values.optionalText(),
            refreshToken: values.optionalText(), code: values.optionalText(), redirectURI: values.optionalText(),
            codeVerifier: values.optionalText(), deviceCapability: values.optionalText(),
            profile: values.optional { ["email": $0.text()] }, username: values.optionalText(),
            password: values.optionalText(), oneTimeCode: values.optionalText(),
            verification: values.optional { ["email": $0.word()] } ?? [:], assertion: values.optionalText())
        let revocation = RevocationBody(client: client(&values), token: values.text())
        return [
            ClientRequest(.tokens(tokens), with: TokenBody.self) { $0.json },
            ClientRequest(.revocation(revocation), with: RevocationBody.self) { $0.json },
        ]
    }

    private static func account(with values: inout ContractValues) -> [ClientRequest] {
        var enrollment = AuthenticationMethodCreateBody(
            type: values.element(of: AuthenticationMethodType.allCases) ?? .passkey)
        enrollment.connection = values.optional { $0.word() }
        enrollment.identityUserID = values.optional { $0.word() }
        enrollment.excludesExistingCredentials = values.optional { _ in true } ?? false
        enrollment.isConditional = values.optional { _ in true } ?? false
        let verification = AuthenticationMethodVerifyBody(
            ceremonySession: values.text(), credentialResponse: values.response())
        let setting = AuthenticationMethodVerifyBody(
            ceremonySession: values.text(), newPassword: values.text(), currentPassword: values.optionalText(),
            credentialResponse: values.optional { $0.response() })
        let update = AuthenticationMethodUpdateBody(name: values.optionalText())
        return [
            ClientRequest(.passkeys),
            ClientRequest(.enrollment(enrollment), with: AuthenticationMethodCreateBody.self) { $0.json },
            ClientRequest(
                .verification(of: values.text(), verification), with: AuthenticationMethodVerifyBody.self
            ) { $0.json },
            ClientRequest(.passwordChange, with: AuthenticationMethodCreateBody.self) { $0.json },
            ClientRequest(
                .passwordSetting(of: values.text(), setting), with: AuthenticationMethodVerifyBody.self
            ) { $0.json },
            ClientRequest(.update(of: values.text(), update), with: AuthenticationMethodUpdateBody.self) { $0.json },
            ClientRequest(.removal(of: values.text())),
        ]
    }

    private static func deviceKeys(with values: inout ContractValues) -> [ClientRequest] {
        let key: JSONObject = ["crv": "P-256", "kty": "EC", "x": "AAAA", "y": "BBBB"]
        var challenge = DeviceKeyChallengeBody(client: client(&values))
        challenge.realm = values.optionalText()
        var signUp = DeviceKeyRegisterBody(client: client(&values), deviceName: values.word(), publicKey: key)
        signUp.realm = values.optionalText()
        for member in PasskeyRegisterBody.profileMembers { signUp.profile[member] = values.optionalText() }
        signUp.metadata = values.optional { ["plan": .string($0.text())] } ?? [:]
        signUp.deliveryMethod = values.optional { $0.element(of: ["text", "voice"]) ?? "text" }
        let registration = DeviceKeyCreateBody(
            session: values.text(), deviceName: values.word(), publicKey: key, assertion: values.text())
        return [
            ClientRequest(.deviceKeyChallenge(challenge), with: DeviceKeyChallengeBody.self) { $0.json },
            ClientRequest(.deviceKeySignUp(signUp), with: DeviceKeyRegisterBody.self) { $0.json },
            ClientRequest(.deviceKeyRegistration(registration), with: DeviceKeyCreateBody.self) { $0.json },
            ClientRequest(.deviceKeys), ClientRequest(.deviceKeyRemoval(of: values.text())),
        ]
    }

    private static func client(_ values: inout ContractValues) -> ClientParameters {
        ClientParameters(
            id: values.optionalText(), secret: values.optionalText(), assertionType: values.optionalText(),
            assertion: values.optionalText())
    }
}
