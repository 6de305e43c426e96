// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The passkeys of an account.
package struct PasskeyListAnswer: Sendable {
    package var passkeys: [AuthenticationMethodAnswer]
    /// The password, if the account has one.
    package var password: PasswordMethodAnswer?
    package var signal: SignalAnswer?

    package init(passkeys: [AuthenticationMethodAnswer], signal: SignalAnswer?) {
        self.passkeys = passkeys
        self.signal = signal
    }

    /// Returns `nil` if there is no list. Methods of other types are left out.
    package init?(_ body: JSONObject) {
        guard let list = body["authentication_methods"]?.arrayValue else { return nil }
        passkeys = list.compactMap { $0.objectValue.flatMap(AuthenticationMethodAnswer.init) }
        password = list.compactMap { $0.objectValue.flatMap(PasswordMethodAnswer.init) }.first
        signal = body["signal"]?.objectValue.map(SignalAnswer.init)
    }

    package var json: JSONObject {
        let methods = passkeys.map(\.json) + (password.map { [$0.json] } ?? [])
        var body: JSONObject = ["authentication_methods": .array(methods.map(JSONValue.object))]
        body.append(signal.map { .object($0.json) }, as: "signal")
        return body
    }
}

/// A passkey that was added or changed.
package struct PasskeyAnswer: Sendable {
    package var passkey: AuthenticationMethodAnswer
    package var signal: SignalAnswer?

    package init(passkey: AuthenticationMethodAnswer, signal: SignalAnswer?) {
        self.passkey = passkey
        self.signal = signal
    }

    package init?(_ body: JSONObject) {
        guard let passkey = AuthenticationMethodAnswer(body) else { return nil }
        self.passkey = passkey
        signal = body["signal"]?.objectValue.map(SignalAnswer.init)
    }

    package var json: JSONObject {
        var body = passkey.json
        body.append(signal.map { .object($0.json) }, as: "signal")
        return body
    }
}

/// An enrollment that has begun.
package struct EnrollmentAnswer: Sendable {
    package var ceremony: CeremonyAnswer
    /// The identifier in the path of the verification.
    package var method: String

    init?(_ response: APIResponse, body: JSONObject) {
        guard let ceremony = CeremonyAnswer(body), let location = response["Location"] else { return nil }
        guard let segment = location.prefix(while: { $0 != "?" }).split(separator: "/").last,
            let method = PercentEncoding.decode(segment)
        else { return nil }
        self.ceremony = ceremony
        self.method = method
    }
}

/// An account that is going to be erased.
package struct DeletionAnswer: Sendable {
    package var deletesAt: Timestamp

    package init(deletesAt: Timestamp) {
        self.deletesAt = deletesAt
    }

    package init?(_ body: JSONObject) {
        guard let time = body.text("deletes_at").flatMap({ Timestamp($0) }) else { return nil }
        deletesAt = time
    }

    package var json: JSONObject { ["deletes_at": .string(deletesAt.description)] }
}
