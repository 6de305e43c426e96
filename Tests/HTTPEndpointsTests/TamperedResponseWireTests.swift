// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import SoftwareAuthenticator
import Testing
import WireFormats

/// Every mutation of a response over HTTP, at the token endpoint and in the user's own account.
struct TamperedResponseWireTests {
    private static func mutations(_ ceremony: ResponseMutation.Ceremony) -> [ResponseMutation] {
        ResponseMutation.allCases.filter { mutation in
            // One mutation needs another configuration; the other needs a challenge with certain characters.
            mutation.ceremonies.contains(ceremony) && mutation != .challengeStandardAlphabet
                && mutation.need(in: ceremony) != .crossOriginAllowed
        }
    }

    /// Returns a client whose only fault is the mutation.
    private func testClient(_ mutation: ResponseMutation, in ceremony: ResponseMutation.Ceremony) async throws
        -> TestClient
    {
        let profile: AuthenticatorProfile =
            switch mutation.need(in: ceremony) {
            case .countingCredential, .deviceBoundCredential: .legacyDeviceBound
            case .signedAttestation: .enterprisePacked
            case .rsaKey: .windowsHello
            case .edwardsKey: .securityKey.with { $0.algorithms = [.edDSA] }
            default: .iCloudKeychain
            }
        return TestClient(at: try await TestServer(), device: profile).with {
            if mutation.need(in: ceremony) == .userVerificationRequired { $0.realm = "verified" }
            if mutation.need(in: ceremony) == .signedAttestation { $0.settings.attestation = .always }
        }
    }

    /// Expects a success, or a rejection with a code and without a token.
    private func expect(_ response: TestResponse, success: Int, outcome: String?) {
        if outcome == "accepted" {
            #expect(response.status == success, "\(response.text)")
        } else {
            #expect(response.code == outcome)
            #expect(response.status == (success == 200 && !response.code.hasPrefix("request.") ? 403 : 400))
            #expect(response.value("access_token") == nil)
        }
    }

    @Test(arguments: mutations(.registration))
    func `a tampered sign-up is rejected, and a harmless mutation is accepted`(mutation: ResponseMutation) async throws
    {
        let testClient = try await testClient(mutation, in: .registration).with { $0.mutation = mutation }
        let response = try await testClient.signUp()
        let users = try await testClient.server.users().count
        let outcome = MutationOutcomes.registration[mutation]
        expect(response, success: 200, outcome: outcome)
        #expect(users == (outcome == "accepted" ? 1 : 0))
    }

    @Test(arguments: mutations(.authentication))
    func `a tampered sign-in is rejected, and a harmless mutation is accepted`(mutation: ResponseMutation) async throws
    {
        let untampered = try await testClient(mutation, in: .authentication)
        try await untampered.signUp().require(200)
        let response = try await untampered.with { $0.mutation = mutation }.signIn()
        expect(response, success: 200, outcome: MutationOutcomes.authentication[mutation])
        // The user can still sign in.
        if mutation.need(in: .authentication) != .countingCredential { try await untampered.signIn().require(200) }
    }

    @Test(arguments: mutations(.registration))
    func `a tampered enrollment is rejected, and a harmless mutation is accepted`(mutation: ResponseMutation)
        async throws
    {
        let second = try await testClient(mutation, in: .registration)
        let first = second.with { $0.device = SoftwareAuthenticator() }
        try await first.signUp().require(200)
        let token = try await first.accountToken()
        let response = try await second.with { $0.mutation = mutation }.enroll(token)
        let list = try await first.list(token).require(200)
        let count = list.value("authentication_methods")?.arrayValue?.count
        // The account accepts only an object; the token endpoint also accepts a string.
        let isText = [ResponseMutation.notJSON, .trailingResponse, .duplicateResponseMember].contains(mutation)
        let outcome = isText ? "request.body-invalid" : MutationOutcomes.registration[mutation]
        expect(response, success: 201, outcome: outcome)
        #expect(count == (outcome == "accepted" ? 2 : 1))
    }

    @Test(arguments: ResponseMutation.Ceremony.allCases)
    func `the outcomes cover every mutation with its verdict`(ceremony: ResponseMutation.Ceremony) {
        let outcomes = ceremony == .registration ? MutationOutcomes.registration : .authentication
        for mutation in Self.mutations(ceremony) {
            switch mutation.verdict {
            case .rejected: #expect(outcomes[mutation] != nil && outcomes[mutation] != "accepted", "\(mutation.name)")
            case .harmless: #expect(outcomes[mutation] == "accepted", "\(mutation.name)")
            case .either: #expect(outcomes[mutation] != nil, "\(mutation.name)")
            }
        }
    }

    @Test func `only the code says why a response was rejected`() async throws {
        let testClient = TestClient(at: try await TestServer())
        try await testClient.signUp().require(200)
        let descriptions = try await [ResponseMutation.flipSignatureBit, .wrongOrigin, .wrongRpIdHash].asyncMap {
            mutation in
            try await testClient.with { $0.mutation = mutation }.signIn().require(403).text("error_description")
        }
        #expect(Set(descriptions) == ["The passkey's response was rejected. Start again."])
    }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ change: (Element) async throws -> Value) async rethrows -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await change(element)) }
        return values
    }
}
