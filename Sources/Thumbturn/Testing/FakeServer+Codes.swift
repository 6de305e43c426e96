// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Foundation
import WireFormats

// The codes and links that `FakePasskeys` sends. What calls these holds the lock.
extension FakeServer {
    static let code = "123456"

    /// What the server has sent, and has not seen again.
    struct Messages {
        /// Whether new users prove their addresses.
        var verifiesNewUsers = false
        /// The requests for codes by their sessions or, in the form of the API without one, by their addresses.
        var requests: [String: JSONObject] = [:]
        /// The names of the identifiers that a sign-up has to prove, by its session.
        var verifications: [String: [String]] = [:]
        /// The sign-up whose link has not been opened.
        var link: JSONObject?
    }

    // MARK: Signing in

    func sendCode(_ body: JSONObject, isBound: Bool) -> Answer {
        let session = UUID().uuidString
        messages.requests[isBound ? session : body.address ?? ""] = body
        return Answer(body: CodeChallengeAnswer(session: session).json)
    }

    /// Returns `nil` if there is no code in the request, or the right one.
    func rejection(ofCodeIn body: JSONObject) -> Answer? {
        guard let code = body["otp"]?.stringValue else { return nil }
        let key = (body["auth_session"] ?? body["username"])?.stringValue ?? ""
        guard code == Self.code, let request = messages.requests[key], let address = request.address else {
            return .problem("sign-in.code-mismatch")
        }
        if user?.identifiers.contains(address) != true {
            guard user == nil, request["allow_signup"] == true else { return .problem("sign-in.code-mismatch") }
            signUp(request)
        }
        messages.requests[key] = nil
        prove(request)
        return nil
    }

    // MARK: Signing up

    /// Adds to the options of a sign-up which addresses it has to prove.
    func verification(of profile: JSONObject, in options: JSONObject) -> JSONObject {
        guard messages.verifiesNewUsers, var answer = CeremonyAnswer(options) else { return options }
        answer.verificationRequired = requireVerification(of: profile, in: answer.session)
        return answer.json
    }

    /// Returns the names of the identifiers that a sign-up has to prove.
    func requireVerification(of profile: JSONObject, in session: String) -> [String] {
        guard messages.verifiesNewUsers else { return [] }
        let names = [("email", "email"), ("phone_number", "phone")].filter { profile[$0.0] != nil }.map(\.1)
        messages.verifications[session] = names
        return names
    }

    /// Returns `nil` unless the sign-up has to prove an address whose code is missing or wrong.
    func rejection(ofVerificationIn body: JSONObject) -> Answer? {
        guard let session = body["auth_session"]?.stringValue, let names = messages.verifications[session] else {
            return nil
        }
        let wrong = names.filter { body["verification"]?[$0]?.stringValue != Self.code }
        guard wrong.isEmpty else {
            var answer = Answer.problem("sign-in.code-mismatch")
            answer.body["auth_session"] = .string(session)
            answer.body["verification_required"] = .array(wrong.map(JSONValue.string))
            return answer
        }
        messages.verifications[session] = nil
        if let user { prove(["email": user.email.map(JSONValue.string) ?? .null]) }
        return nil
    }

    /// Creates the account of the sign-up with a password whose link has been sent.
    func openLink() {
        guard let body = messages.link else { return }
        messages.link = nil
        beginAccount(body)
        prove(body)
    }

    // MARK: Changing an address

    func changeAddress(_ body: JSONObject) -> Answer {
        if let current = body["current_password"]?.stringValue {
            guard current == password else { return .problem("sign-in.password-mismatch") }
        } else if body["authn_response"] == nil {
            return .problem("sign-in.confirmation-required")
        }
        let session = UUID().uuidString
        messages.requests[session] = body
        return Answer(status: 202, body: AddressChangeAnswer(method: "address|new", session: session).json)
    }

    func finishAddressChange(_ body: JSONObject) -> Answer {
        guard body["otp_code"]?.stringValue == Self.code, let session = body["auth_session"]?.stringValue,
            let request = messages.requests.removeValue(forKey: session)
        else { return .problem("sign-in.code-mismatch") }
        prove(request)
        return Answer(status: 201)
    }

    /// Gives the account the address in a request, as a verified one.
    private func prove(_ request: JSONObject) {
        guard var claims = user?.claims else { return }
        if let email = request["email"]?.stringValue {
            claims["email"] = .string(email)
            claims["email_verified"] = true
        }
        if let phoneNumber = request["phone_number"] { claims["phone_number"] = phoneNumber }
        change(User(claims))
    }
}

extension JSONObject {
    /// The address of a request for a code.
    fileprivate var address: String? { (self["email"] ?? self["phone_number"])?.stringValue }
}
