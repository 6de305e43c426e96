// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WireFormats

// The password of the account that `FakePasskeys` has. What calls these holds the lock.
extension FakeServer {
    private static let minimumLength = 8

    /// The password that the device has saved.
    var savedPassword: SavedPassword? {
        guard let username = user?.identifiers.first, let password else { return nil }
        return SavedPassword(username: username, password: password)
    }

    func signUpWithPassword(_ body: JSONObject) -> Answer {
        guard methods.isEmpty, password == nil else { return .problem("sign-in.account-exists") }
        let new = body["password"]?.stringValue ?? ""
        if let rejection = rejection(ofNew: new) { return rejection }
        if messages.verifiesNewUsers { messages.link = body } else { beginAccount(body) }
        return Answer()
    }

    /// Creates the account of a sign-up with a password.
    func beginAccount(_ body: JSONObject) {
        signUp(body)
        password = body["password"]?.stringValue
    }

    /// Returns `nil` if there is no password in the request, or the right one.
    func rejection(ofPasswordIn body: JSONObject) -> Answer? {
        guard let sent = body["password"]?.stringValue else { return nil }
        let isKnown = body["username"]?.stringValue.map { user?.identifiers.contains($0) == true } ?? false
        return isKnown && sent == password ? nil : .problem("sign-in.password-mismatch")
    }

    /// A passkey can confirm the change, if there is one.
    var passwordChange: Answer {
        var body = Self.ceremony
        if methods.isEmpty { body["authn_params_public_key"] = nil }
        return Answer(body: body)
    }

    func setPassword(_ body: JSONObject) -> Answer {
        if let current = body["current_password"]?.stringValue {
            guard current == password else { return .problem("sign-in.password-mismatch") }
        } else if body["authn_response"] == nil {
            return .problem("sign-in.confirmation-required")
        }
        let new = body["new_password"]?.stringValue ?? ""
        if let rejection = rejection(ofNew: new) { return rejection }
        password = new
        let method = PasswordMethodAnswer(id: "password|fake", setAt: Timestamp(secondsSince1970: 0))
        return Answer(status: 201, body: method.json)
    }

    private func rejection(ofNew password: String) -> Answer? {
        guard password.count < Self.minimumLength else { return nil }
        var answer = Answer.problem("sign-in.password-rejected.too-short")
        answer.body["description"] = [
            "rules": [
                [
                    "code": "lengthAtLeast", "message": "At least %d characters in length",
                    "format": [.number(JSONNumber(Int64(Self.minimumLength)))], "verified": false,
                ]
            ]
        ]
        return answer
    }
}

extension User {
    var identifiers: [String] { [email, phoneNumber, username].compactMap { $0 } }
}
