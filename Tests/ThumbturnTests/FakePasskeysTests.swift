// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import Thumbturn

/// The tests of an application's model, as its developer writes them: with the public interface alone.
@MainActor
struct FakePasskeysTests {
    let ada = User(id: "1", email: "ada@example.org", name: "Ada")

    @Test func `a model signs a user in without a server, a device or a keychain`() async throws {
        let fake = FakePasskeys(user: User(id: "1", name: "Ada"))
        let model = SignInModel(client: fake.client)
        await model.signIn()
        #expect(model.user?.name == "Ada")
        #expect(try await fake.client.user() == model.user)
        #expect(try await !fake.client.accessToken().isEmpty)
        await fake.client.signOut()
        #expect(try await fake.client.user() == nil)
    }

    @Test(arguments: [
        PasskeyError.network, .canceled, .noPasskeyHere, .accountExists, .invalidProfile(field: "email"),
        .server(code: "a", message: "b", reference: "c"), .timedOut, .unexpectedResponse, .notSupported,
    ])
    func `a model is shown one failure of any kind`(_ error: PasskeyError) async {
        let fake = FakePasskeys(user: ada)
        let model = SignInModel(client: fake.client)
        fake.fail(with: error)
        await model.signIn()
        #expect(model.user == nil)
        #expect(model.notice == (error == .canceled ? nil : error.message))
        await model.signIn()
        #expect(model.user == ada)
    }

    @Test func `a user signs up once`() async throws {
        let client = FakePasskeys().client
        #expect(try await client.signInIfAvailable() == nil)
        await #expect(throws: PasskeyError.noPasskeyHere) { try await client.signIn() }
        let user = try await client.signUp(email: "ada@example.org", name: "Ada").user
        #expect(user.email == "ada@example.org" && user.name == "Ada")
        await #expect(throws: PasskeyError.accountExists) { try await client.signUp(email: "ada@example.org") }
        #expect(try await client.signIn().user == user)
    }

    @Test func `a screen of passkeys works without a server`() async throws {
        let fake = FakePasskeys(user: ada, isSignedIn: true)
        let passkeys = fake.client.passkeys
        let first = try #require(try await passkeys.list().first)
        await #expect(throws: PasskeyError.self) { try await passkeys.remove(first) }
        let second = try await passkeys.add()
        #expect(try await passkeys.rename(second, to: "Work").name == "Work")
        try await passkeys.remove(first)
        #expect(fake.passkeys.map(\.name) == ["Work"])
    }

    @Test func `a model signs a user in with a password, and adds a passkey`() async throws {
        let fake = FakePasskeys(user: ada, password: "a long enough one")
        let client = fake.client
        await #expect(throws: PasskeyError.wrongPassword(username: "ada@example.org")) {
            try await client.signIn(email: "ada@example.org", password: "another one")
        }
        #expect(try await client.signIn(email: "ada@example.org", password: "a long enough one").suggestsPasskey)
        try await client.passkeys.add()
        #expect(fake.passkeys.count == 1)
        #expect(try await !client.signIn(email: "ada@example.org", password: "a long enough one").suggestsPasskey)
    }

    @Test func `a sheet with passwords takes the passkey, or else the password`() async throws {
        let client = FakePasskeys(user: ada, password: "a long enough one").client
        await #expect(throws: PasskeyError.noPasskeyHere) { try await client.signIn() }
        #expect(try await client.signIn(offering: .passkeysAndPasswords).credentialID == nil)
        try await client.passkeys.add()
        #expect(try await client.signIn(offering: .passkeysAndPasswords).credentialID != nil)
    }

    @Test func `a model changes a password, and is told why not`() async throws {
        let client = FakePasskeys().client
        let error = await #expect(throws: PasskeyError.self) {
            try await client.signUp(email: "ada@example.org", password: "short")
        }
        guard case .weakPassword(let weakness)? = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(weakness.unmetRules.map(\.message) == ["Use at least 8 characters."])
        _ = try await client.signUp(email: "ada@example.org", password: "a long enough one")
        await #expect(throws: PasskeyError.accountExists) {
            try await client.signUp(email: "ada@example.org", password: "a long enough one")
        }
        await #expect(throws: PasskeyError.wrongPassword(username: nil)) {
            try await client.changePassword(current: "another one", new: "quite another one")
        }
        await #expect(throws: PasskeyError.passkeyNeeded) { try await client.changePassword(new: "quite another one") }
        try await client.changePassword(current: "a long enough one", new: "quite another one")
        _ = try await client.signIn(username: "ada@example.org", password: "quite another one")
    }

    @Test func `an account that is deleted is gone`() async throws {
        let fake = FakePasskeys(user: ada, isSignedIn: true)
        #expect(try await fake.client.deleteAccount() > Date())
        #expect(try await fake.client.user() == nil)
        await #expect(throws: PasskeyError.noPasskeyHere) { try await fake.client.signIn() }
    }

    @Test func `a preview has a user who is signed in, and its state is followed`() async throws {
        let client = PasskeyClient.preview(signedIn: ada)
        var states = client.sessionStates.makeAsyncIterator()
        #expect(await states.next() == .signedIn(ada))
        await client.signOut()
        #expect(await states.next() == .signedOut(.signedOut))
        #expect(try await PasskeyClient.preview().user() == nil)
    }

    @Test func `suggestions above the keyboard wait until their field disappears`() async throws {
        let client = FakePasskeys(user: ada).client
        let waiting = Task { try await client.signInWithAutoFill() }
        waiting.cancel()
        await #expect(throws: PasskeyError.canceled) { try await waiting.value }
    }

    @Test func `values for previews can be made by hand`() {
        let passkey = Passkey(id: "1", name: "Work phone", createdAt: Date(), isSynced: true)
        #expect(passkey.createdWith == nil && passkey.transports.isEmpty)
        #expect(SignInResult(user: ada).user == ada)
    }
}

/// The model of a sign-in screen.
@MainActor
private final class SignInModel {
    private let client: PasskeyClient
    private(set) var user: User?
    private(set) var notice: String?

    init(client: PasskeyClient) { self.client = client }

    func signIn() async {
        do {
            notice = nil
            user = try await client.signIn().user
        } catch .canceled {
        } catch {
            notice = error.message
        }
    }
}

/// The code of the guide docs/guides/ios.md about tests.
@MainActor
private func guide() async {
    let fake = FakePasskeys(user: User(id: "1", name: "Ada"))
    let model = SignInModel(client: fake.client)
    fake.fail(with: .network)
    await model.signIn()
    #expect(model.notice == "The server can't be reached.")
    await model.signIn()
    #expect(model.user?.name == "Ada")
}

/// The code of the guide docs/guides/ios.md about passwords.
@MainActor
private final class PasswordGuide {
    let client: PasskeyClient
    var (brokenRules, user, offersPasskey): ([WeakPassword.Rule], User?, Bool) = ([], nil, false)

    init(_ client: PasskeyClient) { self.client = client }

    func signIn() async throws {
        let result = try await client.signIn(offering: .passkeysAndPasswords)
        offersPasskey = result.suggestsPasskey
    }

    func signUp(_ email: String, _ password: String) async throws {
        do {
            user = try await client.signUp(email: email, password: password).user
        } catch .weakPassword(let weakness) {
            brokenRules = weakness.unmetRules
        } catch .accountExists {
            user = try await client.signIn(email: email, password: password).user
        }
    }

    func change(_ current: String, to new: String) async throws {
        do {
            try await client.changePassword(current: current, new: new)
        } catch .passkeyNeeded {
            try await client.changePassword(new: new)
        }
    }
}

extension FakePasskeysTests {
    @Test func `the guide's code about passwords signs up and in, and changes the password`() async throws {
        let guide = PasswordGuide(FakePasskeys().client)
        try await guide.signUp("ada@example.org", "short")
        #expect(guide.brokenRules.map(\.message) == ["Use at least 8 characters."] && guide.user == nil)
        for _ in 1...2 { try await guide.signUp("ada@example.org", "a long enough one") }
        #expect(guide.user?.email == "ada@example.org")
        try await guide.change("a long enough one", to: "quite another one")
        try await guide.signIn()
        #expect(guide.offersPasskey)
    }

    @Test func `the guide's test of a model passes`() async {
        await guide()
    }
}
