// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The passkeys of an account.
package struct PasskeyListAnswer: Sendable {
    package var passkeys: [AuthenticationMethodAnswer]
    /// The password, if the account has one.
    package var password: PasswordMethodAnswer?
    /// The addresses that the user has proven.
    package var addresses: [AddressMethodAnswer] = []
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
        let methods = passkeys.map(\.json) + (password.map { [$0.json] } ?? []) + addresses.map(\.json)
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
        guard let ceremony = CeremonyAnswer(body), let method = response.locatedMethod else { return nil }
        self.ceremony = ceremony
        self.method = method
    }
}

/// The change of a password that has begun.
package struct PasswordChangeAnswer: Sendable {
    /// Carries the ceremony, sealed.
    package let session: String
    /// The options in WebAuthn's JSON form, if a passkey of the account can confirm the change.
    package let options: JSONValue?
    /// The identifier in the path at which the password is set.
    package let method: String

    init?(_ response: APIResponse, body: JSONObject) {
        guard let session = body.text("auth_session"), let method = response.locatedMethod else { return nil }
        self.session = session
        self.method = method
        options = body["authn_params_public_key"]
    }
}

extension APIResponse {
    /// The authentication method that the location names.
    fileprivate var locatedMethod: String? {
        let segment = self["Location"]?.prefix { $0 != "?" }.split(separator: "/").last
        return segment.flatMap { PercentEncoding.decode($0) }
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
