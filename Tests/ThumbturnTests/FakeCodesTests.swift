// SPDX-License-Identifier: Apache-2.0

import TestLimits
import Testing
import Thumbturn

/// The tests of an application's model that sends codes, as its developer writes them.
@MainActor @Suite(.turnLimit)
struct FakeCodesTests {
    let ada = User(id: "1", email: "ada@example.org", name: "Ada")

    @Test func `a model signs a user in with a code, also after a wrong one`() async throws {
        let client = FakePasskeys(user: ada, password: "a long enough one").client
        let sent = try await client.sendCode(to: .email("ada@example.org"))
        await #expect(throws: PasskeyError.wrongCode) { try await client.signIn(with: sent, code: "000000") }
        let result = try await client.signIn(with: sent, code: FakePasskeys.code)
        #expect(result.user.id == "1" && result.user.isEmailVerified && result.suggestsPasskey)
        await #expect(throws: PasskeyError.wrongCode) { try await client.signIn(with: sent, code: FakePasskeys.code) }
    }

    @Test func `a code for an address without an account is sent, and wrong`() async throws {
        let client = FakePasskeys(user: ada).client
        let sent = try await client.sendCode(to: .email("eve@example.org"))
        await #expect(throws: PasskeyError.wrongCode) { try await client.signIn(with: sent, code: FakePasskeys.code) }
    }

    @Test func `a code creates an account where that is wanted`() async throws {
        var options = PasskeyClient.Options()
        options.connection = "People"
        let client = FakePasskeys(options: options).client
        let sent = try await client.sendCode(to: .email("ada@example.org"), allowsSignUp: true)
        let user = try await client.signIn(with: sent, code: FakePasskeys.code).user
        #expect(user.email == "ada@example.org" && user.isEmailVerified)
    }

    @Test func `a new user confirms the address, also after a wrong code`() async throws {
        let fake = FakePasskeys()
        fake.verifyNewUsers()
        var codes = ["000000", FakePasskeys.code]
        let user = try await fake.client.signUp(email: "ada@example.org") { _ in codes.removeFirst() }.user
        #expect(user.isEmailVerified && codes.isEmpty)
        #expect(fake.passkeys.count == 1)
    }

    @Test func `a user who enters no code has no account`() async throws {
        let fake = FakePasskeys()
        fake.verifyNewUsers()
        await #expect(throws: PasskeyError.canceled) {
            try await fake.client.signUp(email: "ada@example.org") { _ in throw PasskeyError.canceled }
        }
        #expect(fake.passkeys.isEmpty)
        #expect(try await fake.client.user() == nil)
    }

    @Test func `the account of a sign-up with a password waits for its link`() async throws {
        let fake = FakePasskeys()
        fake.verifyNewUsers()
        let password = "a long enough one"
        await #expect(throws: PasskeyError.verificationPending) {
            try await fake.client.signUp(email: "ada@example.org", password: password)
        }
        fake.openLink()
        let user = try await fake.client.signIn(email: "ada@example.org", password: password).user
        #expect(user.isEmailVerified)
    }

    @Test func `a password confirms another address, and a passkey does`() async throws {
        let client = FakePasskeys(user: ada, password: "a long enough one", isSignedIn: true).client
        await #expect(throws: PasskeyError.passkeyNeeded) {
            try await client.beginAddressChange(to: .email("ada@example.net"))
        }
        let first = try await client.beginAddressChange(
            to: .email("ada@example.net"), currentPassword: "a long enough one")
        await #expect(throws: PasskeyError.wrongCode) { try await client.finishAddressChange(first, code: "000000") }
        #expect(try await client.finishAddressChange(first, code: FakePasskeys.code).email == "ada@example.net")
        try await client.passkeys.add()
        let second = try await client.beginAddressChange(to: .phoneNumber("+4930123456"))
        #expect(try await client.finishAddressChange(second, code: FakePasskeys.code).phoneNumber == "+4930123456")
    }
}

/// The code of the guide docs/guides/ios.md about codes.
@MainActor
private final class CodeGuide {
    let client: PasskeyClient
    let email: String
    var sent = SentCode(to: .email(""))
    var (user, notice, offersPasskey, answers): (User?, String, Bool, [String]) = (nil, "", false, [])
    private(set) var questions: [String] = []

    init(_ client: PasskeyClient, _ email: String) {
        self.client = client
        self.email = email
    }

    func ask(_ question: String) async throws -> String {
        questions.append(question)
        return answers.removeFirst()
    }

    func send() async throws {
        sent = try await client.sendCode(to: .email(email))
    }

    func signIn(_ code: String) async throws {
        do {
            let result = try await client.signIn(with: sent, code: code)
            offersPasskey = result.suggestsPasskey
        } catch .wrongCode {
            notice = "That code is wrong or too old."
        }
    }

    func signUp() async throws {
        let ask: @MainActor @Sendable (String) async throws -> String = { try await self.ask($0) }
        user = try await client.signUp(email: email) { request in
            try await ask(request.isRepeated ? "That was another code." : "Enter the code from your mail.")
        }.user
    }

    func change() async throws {
        let change = try await client.beginAddressChange(to: .email(email))
        let code = try await ask("Enter the code from your new address.")
        user = try await client.finishAddressChange(change, code: code)
    }
}

extension FakeCodesTests {
    @Test func `the guide's code about codes signs in`() async throws {
        let guide = CodeGuide(FakePasskeys(user: ada, password: "a long enough one").client, "ada@example.org")
        try await guide.send()
        try await guide.signIn("000000")
        #expect(guide.notice == "That code is wrong or too old." && !guide.offersPasskey)
        try await guide.signIn("123 456")
        #expect(guide.offersPasskey)
    }

    @Test func `the guide's code about codes signs up, and changes the address`() async throws {
        let fake = FakePasskeys()
        fake.verifyNewUsers()
        let guide = CodeGuide(fake.client, "ada@example.org")
        guide.answers = ["000000", FakePasskeys.code]
        try await guide.signUp()
        #expect(guide.questions == ["Enter the code from your mail.", "That was another code."])
        let changing = CodeGuide(fake.client, "ada@example.net")
        changing.answers = [FakePasskeys.code]
        try await changing.change()
        #expect(changing.user?.email == "ada@example.net")
    }
}
