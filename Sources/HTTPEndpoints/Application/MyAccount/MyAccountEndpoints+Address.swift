// SPDX-License-Identifier: Apache-2.0

import ClientContract
import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WebAuthnMessages
import WireFormats

/// The email address and the phone number of the access token's user.
extension MyAccountEndpoints {
    /// The ids in the path while an address is being set.
    static let newEmailPlaceholder = "email|new"
    static let newPhonePlaceholder = "phone|new"
}

extension CheckedRequest where Caller == AccountOwner {
    fileprivate var setting: AddressSetting {
        get throws {
            AddressSetting(services.passwords, codes: services.codes, ceremonies: try context.ceremonies())
        }
    }

    /// The addresses that the user has proven.
    var addresses: [AddressMethodAnswer] {
        get async throws {
            let owner = caller
            let user = try await services.accounts.user(of: owner)
            return user.identifiers.compactMap { AddressMethodAnswer($0, of: user.id, since: user.createdAt) }
        }
    }
}

extension CheckedRequest where Caller == AccountOwner, Input == AuthenticationMethodCreation {
    /// Has a code sent to the address. A passkey confirms the change of one, or the current password.
    func beginAddress(_ kind: Identifier.Kind) async throws -> HTTPResponse {
        let body = input.address
        guard let address = kind == .email ? body.email : body.phoneNumber else {
            throw RequestFailure.body(
                .shape([ShapeProblem(pointer: "/\(kind.rawValue)", detail: "is required")]))
        }
        var proof: PasskeyProof?
        if let session = body.ceremonySession, let response = body.credentialResponse {
            proof = PasskeyProof(session: session, response: response)
        }
        let submission = AddressSetting.Submission(
            kind, address, proof: proof, currentPassword: body.currentPassword)
        let method = input.preferredMethod == "voice" ? "voice" : nil
        let id = try await setting.begin(
            submission, by: caller, dispatching: context.codeDispatch(by: method), boundTo: .holder,
            in: context.configuration)
        let placeholder =
            kind == .email ? MyAccountEndpoints.newEmailPlaceholder : MyAccountEndpoints.newPhonePlaceholder
        var response = HTTPResponse.json(
            .object(AddressChangeAnswer(method: placeholder, session: id.text).json), status: 202)
        response.headers["Location"] = context.url(of: MyAccountEndpoints.passkey, naming: placeholder)
        return response
    }
}

extension CheckedRequest where Caller == AccountOwner, Input == AuthenticationMethodVerifyBody {
    /// Stores the address that the code was sent to.
    func setAddress() async throws -> HTTPResponse {
        guard let text = input.oneTimeCode else {
            throw RequestFailure.body(.shape([ShapeProblem(pointer: "/otp_code", detail: "is required")]))
        }
        let id = SentCode.ID(text: input.ceremonySession) ?? SentCode.ID(rawValue: [])
        // The token of the request may be revoked now: a change ends what the address before has opened.
        let identifier = try await setting(text, of: id, by: caller, in: context.configuration)
        guard let answer = AddressMethodAnswer(identifier, of: caller.user, since: context.time) else {
            throw SignInFailure.account(.unknown)
        }
        var response = HTTPResponse.json(.object(answer.json), status: 201)
        response.headers["Location"] = context.url(of: MyAccountEndpoints.passkey, naming: answer.id)
        return response
    }
}

extension AddressMethodAnswer {
    /// `nil` for what nobody has proven, and for names.
    fileprivate init?(_ identifier: Identifier, of user: UserID, since time: Timestamp) {
        guard identifier.isVerified, let way = user.way(by: identifier.kind) else { return nil }
        let identity = String(user.identity)
        self.init(
            type: way.kind == .phone ? .phone : .email, id: "\(way.kind.rawValue)|\(identity)",
            address: identifier.value, identity: identity, createdAt: identifier.verifiedAt ?? time)
        unconfirmedUntil = identifier.unconfirmedUntil
    }
}
