// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import Testing
import WireFormats

/// A body of the contract with the ways to read it.
struct BodyFixture: Sendable, CustomTestStringConvertible {
    let name: String
    let shape: Shape
    let form: BodyForm
    /// The smallest body that conforms to the shape.
    let minimal: JSONObject
    private let parse: @Sendable ([UInt8], String?, BodyForm) -> BodyRejection?

    init(_ type: (some RequestBody).Type, form: BodyForm, minimal: JSONObject = [:]) {
        name = "\(type)"
        shape = type.shape
        self.form = form
        self.minimal = minimal
        parse = { bytes, media, form in
            do throws(BodyRejection) {
                _ = try type.read(bytes, type: media, form: form)
                return nil
            } catch {
                return error
            }
        }
    }

    var testDescription: String { name }

    func rejection(of bytes: [UInt8], type: String?) -> BodyRejection? { parse(bytes, type, form) }

    func rejection(of json: JSONValue) -> BodyRejection? { parse(json.serialized(), "application/json", form) }

    /// The rejection of the smallest body with another value of one member; `nil` removes the member.
    func rejection(changing member: String, to value: JSONValue?) -> BodyRejection? {
        var body = minimal
        body[member] = value
        return rejection(of: .object(body))
    }

    static let all = [
        BodyFixture(PasskeyRegisterBody.self, form: .jsonOrForm),
        BodyFixture(PasskeyChallengeBody.self, form: .jsonOrForm),
        BodyFixture(RegistrationOptionsBody.self, form: .json),
        BodyFixture(RegistrationVerificationBody.self, form: .json, minimal: ["credential": ["id": "x"]]),
        BodyFixture(AuthenticationVerificationBody.self, form: .json, minimal: ["assertion": ["id": "x"]]),
        BodyFixture(PasskeyNameBody.self, form: .json),
        BodyFixture(PasskeyReportBody.self, form: .json, minimal: ["auth_session": "s", "reason": "canceled"]),
        BodyFixture(TokenBody.self, form: .jsonOrForm, minimal: ["grant_type": "refresh_token"]),
        BodyFixture(RevocationBody.self, form: .jsonOrForm, minimal: ["token": "x"]),
        BodyFixture(AuthenticationMethodCreateBody.self, form: .json, minimal: ["type": "passkey"]),
        BodyFixture(AuthenticationMethodVerifyBody.self, form: .json, minimal: ["auth_session": "s"]),
        BodyFixture(AuthenticationMethodRemovalBody.self, form: .json),
        BodyFixture(
            ConfirmedActBody.self, form: .json, minimal: ["auth_session": "s", "authn_response": ["id": "x"]]),
        BodyFixture(ConfirmationBody.self, form: .json, minimal: ["act": "remove-password"]),
        BodyFixture(DatabaseSignUpBody.self, form: .jsonOrForm, minimal: ["client_id": "c"]),
        BodyFixture(DatabasePasswordChangeBody.self, form: .jsonOrForm, minimal: ["client_id": "c"]),
        BodyFixture(AuthenticationMethodUpdateBody.self, form: .json),
        BodyFixture(UserInfoBody.self, form: .jsonOrForm),
        BodyFixture(DeviceAuthorizationBody.self, form: .jsonOrForm),
        BodyFixture(TransactionBody.self, form: .jsonOrForm, minimal: ["state": "s"]),
        BodyFixture(SignUpFormBody.self, form: .jsonOrForm, minimal: ["state": "s"]),
        BodyFixture(OfferedPasskeyBody.self, form: .json, minimal: ["state": "s"]),
        BodyFixture(
            PageCeremonyBody.self, form: .json, minimal: ["state": "s", "session": "c", "response": ["id": "x"]]),
        BodyFixture(AccountFormBody.self, form: .jsonOrForm, minimal: ["csrf": "t"]),
        BodyFixture(
            AccountCeremonyBody.self, form: .json, minimal: ["csrf": "t", "session": "c", "response": ["id": "x"]]),
        BodyFixture(InvitationBody.self, form: .json, minimal: ["invitation": "i"]),
        BodyFixture(InvitationChallengeBody.self, form: .json, minimal: ["invitation": "i"]),
        BodyFixture(
            InvitationVerifyBody.self, form: .json, minimal: ["auth_session": "s", "authn_response": ["id": "x"]]),
    ]

    static func named(_ type: (some RequestBody).Type) -> BodyFixture? { all.first { $0.name == "\(type)" } }
}

extension BodyRejection {
    /// The pointers of the problems with the shape.
    var pointers: [String] {
        guard case .shape(let problems) = self else { return [] }
        return problems.map(\.pointer)
    }
}

extension JSONValue {
    static func letters(_ count: Int) -> JSONValue { .string(String(repeating: "a", count: count)) }
}
