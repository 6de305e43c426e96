// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import SignIn
import Testing
import WireFormats

struct SignUpProfileTests {
    private let fixture: SignInFixture

    /// A connection with email addresses for sign-in, optional phone numbers, and user names that only operators
    /// assign.
    init() throws {
        fixture = try SignInFixture { documents in
            for index in documents.indices where documents[index].kind == .connection {
                documents[index].json["options"] = [
                    "attributes": [
                        "email": ["identifier": ["active": true]],
                        "phone_number": ["identifier": ["active": false], "signup": ["status": "optional"]],
                        "username": ["identifier": ["active": true], "signup": ["status": "inactive"]],
                    ]
                ]
            }
        }
    }

    private func code(_ edit: (inout SignUpProfile) -> Void) async throws -> String {
        var profile = SignUpProfile()
        profile.identifiers = [.email: "somebody@example.org"]
        edit(&profile)
        let (typed, request) = (profile, try TestUser(at: fixture).request())
        return await SignInTests.code {
            try await BeginSignUp(ceremonies: fixture.ceremonies)(typed, for: request, in: fixture.configuration)
        }
    }

    @Test func `an identifier that is not requested is rejected`() async throws {
        #expect(try await code { $0.identifiers[.phoneNumber] = "+12025550123" } == "done")
        let rejected = try await code { $0.identifiers[.username] = "somebody" }
        #expect(rejected == "sign-in.profile.identifier-not-accepted")
    }

    @Test(arguments: [[:], [.phoneNumber: "+12025550123"]] as [[Identifier.Kind: String]])
    func `a sign-up without an identifier to sign in with is rejected`(_ identifiers: [Identifier.Kind: String])
        async throws
    {
        #expect(try await code { $0.identifiers = identifiers } == "sign-in.profile.identifiers-missing")
    }

    /// A member of a profile with the number of characters it may have.
    struct Member: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let limit: Int
        let set: @Sendable (inout SignUpProfile, String) -> Void
    }

    static let members = [
        Member(testDescription: "name", limit: 300) { $0.profile.name = $1 },
        Member(testDescription: "given_name", limit: 150) { $0.profile.givenName = $1 },
        Member(testDescription: "family_name", limit: 150) { $0.profile.familyName = $1 },
        Member(testDescription: "nickname", limit: 300) { $0.profile.nickname = $1 },
        Member(testDescription: "picture", limit: 2048) { $0.profile.picture = $1 },
    ]

    @Test(arguments: Self.members)
    func `each member of a profile has a maximum length`(_ member: Member) async throws {
        let start = "https://example.org/"
        let longest = start + String(repeating: "a", count: member.limit - start.count)
        #expect(try await code { member.set(&$0, longest) } == "done")
        #expect(try await code { member.set(&$0, longest + "a") } == "sign-in.profile.text-too-long")
    }

    @Test(arguments: [10, 11])
    func `metadata has at most ten members`(_ count: Int) async throws {
        let members = (0..<count).map { ("member\($0)", JSONValue.bool(true)) }
        let expected = count == 10 ? "done" : "sign-in.profile.too-much-metadata"
        #expect(try await code { $0.metadata = JSONObject(members) } == expected)
    }
}
