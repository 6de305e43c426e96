// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import Testing
import WireFormats

/// The server's responses against what clients read.
struct ClientAnswerTests {
    private static let values =
        [ContractValues(.all, seed: 1), ContractValues(.none, seed: 2)]
        + (3..<40).map { ContractValues(.some, seed: $0) }

    /// Reads an answer of the server, which has to be as described.
    private func read<Answer>(
        _ request: APIRequest<Answer>, from json: JSONObject, headers: [(name: String, value: String)] = []
    ) throws -> Answer {
        let success = try ClientRequest(request).target.operation.success
        #expect(success.body?.problems(in: .object(json)) == [])
        let body = JSONValue.object(json).serialized()
        return try request.answer(in: APIResponse(status: success.status, headers: headers, body: body))
    }

    @Test func `tokens are read as they were written`() throws {
        let request = APIRequest.tokens(TokenBody(client: ClientParameters(id: "app"), grantType: "x"))
        for var values in Self.values {
            let answer = TokenAnswer(
                accessToken: values.word(), tokenType: values.element(of: ["Bearer", "DPoP"]) ?? "Bearer",
                validFor: values.bytes().count, scope: values.optionalText(), idToken: values.optionalText(),
                refreshToken: values.optionalText(), loginTicket: values.optionalText())
            #expect(try read(request, from: answer.json).json == answer.json)
        }
    }

    @Test func `a ceremony is read as it was written`() throws {
        let options: JSONValue = [
            "challenge": "AAEC", "timeout": 60_000, "rpId": "a.example", "userVerification": "required",
        ]
        let request = APIRequest.signIn(PasskeyChallengeBody(client: ClientParameters(id: "app")))
        for var values in Self.values {
            let answer = CeremonyAnswer(session: values.text(), options: options)
            #expect(try read(request, from: answer.json).json == answer.json)
        }
    }

    @Test func `an enrollment's location names what is verified`() throws {
        let options: JSONValue = [
            "challenge": "AAEC", "timeout": 60_000, "rp": ["id": "a.example", "name": "A"],
            "user": ["id": "AAEC", "name": "ada", "displayName": "Ada"], "pubKeyCredParams": [],
            "authenticatorSelection": [:],
        ]
        let request = APIRequest.enrollment(AuthenticationMethodCreateBody(type: .passkey))
        for var values in Self.values {
            let (answer, name) = (CeremonyAnswer(session: values.text(), options: options), values.text())
            let location = "https://login.example" + Path("/me/v1/authentication-methods/{id}").naming(name)
            let enrollment = try read(request, from: answer.json, headers: [("Location", location)])
            #expect(enrollment.ceremony.json == answer.json)
            #expect(enrollment.method == name)
        }
    }

    @Test func `the begin of a password's change names where it is set, and what may confirm it`() throws {
        let options: JSONValue = ["challenge": "AAEC", "timeout": 60_000, "userVerification": "required"]
        for var values in Self.values {
            let session = values.text()
            let options = values.optional { _ in options }
            var body: JSONObject = ["id": "password|new", "auth_session": .string(session), "policy": [:]]
            body["authn_params_public_key"] = options
            let location = "https://login.example" + Path("/me/v1/authentication-methods/{id}").naming("password|new")
            let response = APIResponse(
                status: 202, headers: [("Location", location)], body: JSONValue.object(body).serialized())
            let change = try APIRequest.passwordChange.answer(in: response)
            #expect(change.session == session && change.options == options && change.method == "password|new")
        }
    }

    @Test func `a password is read as it was written`() throws {
        let body = AuthenticationMethodVerifyBody(ceremonySession: "s", newPassword: "p")
        for var values in Self.values {
            var password = PasswordMethodAnswer(id: values.text(), setAt: values.time())
            password.identity = values.word()
            password.isDisabled = values.optional { _ in true } ?? false
            password.unconfirmedUntil = values.optional { $0.time() }
            let setting = APIRequest.passwordSetting(of: "password|new", body)
            #expect(try read(setting, from: password.json).json == password.json)
        }
    }

    @Test func `passkeys are read as they were written, with the signal`() throws {
        for var values in Self.values {
            let (passkey, signal) = (passkey(&values), values.optional(signal))
            let one = PasskeyAnswer(passkey: passkey, signal: signal)
            let update = APIRequest.update(of: passkey.id, AuthenticationMethodUpdateBody(name: nil))
            #expect(try read(update, from: one.json).json == one.json)
            let list = PasskeyListAnswer(passkeys: [passkey, self.passkey(&values)], signal: self.signal(&values))
            #expect(try read(.passkeys, from: list.json).json == list.json)
        }
    }

    @Test func `a signal is read as it was written`() {
        for var values in Self.values {
            let signal = signal(&values)
            #expect(SignalAnswer(signal.json) == signal)
        }
    }

    private func passkey(_ values: inout ContractValues) -> AuthenticationMethodAnswer {
        var passkey = AuthenticationMethodAnswer(
            id: values.text(), createdAt: values.time(), credentialID: values.bytes(), userHandle: values.bytes(),
            isSynced: values.optional { _ in true } ?? false, isBackedUp: values.optional { _ in true } ?? false)
        passkey.identity = values.word()
        passkey.publicKey = values.bytes()
        passkey.transports = values.optional { [$0.word(), $0.word()] } ?? []
        passkey.aaguid = values.word()
        passkey.relyingPartyID = values.word()
        passkey.userAgent = values.optionalText()
        passkey.lastUsedAt = values.optional { $0.time() }
        passkey.name = values.optionalText()
        passkey.supersededBy = values.optionalText()
        return passkey
    }

    private func signal(_ values: inout ContractValues) -> SignalAnswer {
        var signal = SignalAnswer()
        signal.account = SignalAnswer.Account(relyingPartyID: values.word(), userHandle: values.bytes())
        signal.acceptedCredentialIDs = values.optional { [$0.bytes(), $0.bytes()] } ?? []
        signal.name = values.optionalText()
        signal.displayName = values.optionalText()
        signal.unknownCredential = values.optional {
            SignalAnswer.UnknownCredential(relyingPartyID: $0.word(), credentialID: $0.bytes())
        }
        return signal
    }
}
