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

extension FakePasskeysTests {
    @Test func `the guide's test of a model passes`() async {
        await guide()
    }
}
