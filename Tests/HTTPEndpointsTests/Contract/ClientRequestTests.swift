// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import Testing
import WireFormats

/// The requests of clients against what the server accepts.
struct ClientRequestTests {
    private static let complete = written(.all, seed: 1)
    private static let requests =
        complete + written(.none, seed: 2) + (3..<40).flatMap { written(.some, seed: $0) }

    private static func written(_ presence: ContractValues.Presence, seed: UInt64) -> [ClientRequest] {
        var values = ContractValues(presence, seed: seed)
        return ClientRequest.all(with: &values)
    }

    @Test func `a request finds its operation, and its body conforms`() throws {
        for request in Self.requests {
            let operation = try request.target.operation
            guard let body = request.body else {
                #expect(operation.body == nil || operation.isBodyOptional, "\(request.testDescription)")
                continue
            }
            let shape = try #require(operation.body, "\(request.testDescription)").shape
            #expect(shape.problems(in: .object(body)) == [], "\(request.testDescription)")
        }
    }

    @Test func `the server reads the members that the client wrote`() throws {
        for request in Self.requests {
            #expect(try request.readByServer() == request.body, "\(request.testDescription)")
        }
    }

    @Test func `a name in a path is read as it was written`() throws {
        for name in ["passkey|new", "passkey|dev_1", "a/b", "?%", "ä b"] {
            let target = try ClientRequest(.removal(of: name)).target
            #expect(target.operation.path == "/me/v1/authentication-methods/{id}")
            #expect(target.name == name)
        }
    }

    /// What the enrollment of a passkey doesn't need: the members of an address.
    private static let address: Set<String> = [
        "email", "phone_number", "preferred_authentication_method", "current_password", "auth_session",
        "authn_response",
    ]

    private static let otherMembers: [Set<String>] = [
        ["user_identifier"], [], [], [],
        ["resource", "code_challenge", "code_challenge_method", "device_code"],
        ["token_type_hint"], address.union(["identity"]), ["new_password", "current_password", "otp_code"],
        address.union(["connection", "identity_user_id", "identity", "use_exclude_credentials", "mediation"]),
        ["otp_code"], ["preferred_authentication_method"], [], [], [],
    ]

    /// Other members are aliases, or have no use in a client of the contract.
    @Test(
        arguments: zip(
            complete.filter { $0.body != nil },
            otherMembers))
    func `a client can write every member that the server reads`(request: ClientRequest, others: Set<String>) throws {
        let body = try #require(request.body)
        guard case .object(let rule) = try #require(try request.target.operation.body).shape else {
            Issue.record("the body is not an object")
            return
        }
        #expect(Set(rule.members.map(\.name)).subtracting(body.members.map(\.name)) == others)
    }

    @Test func `a profile has a rule for each of its members`() throws {
        guard case .object(let rule) = PasskeyRegisterBody.shape,
            case .object(let profile) = rule.members.first(where: { $0.name == "user_profile" })?.shape
        else {
            Issue.record("there is no profile")
            return
        }
        #expect(profile.members.map(\.name) == PasskeyRegisterBody.profileMembers + ["user_metadata"])
    }
}
