// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A server with one account and a device with its passkeys, in memory: for the tests of an application, and for
/// previews.
///
/// Its ``client`` is a real client, except that it reaches no server, shows no sheets and leaves nothing in the
/// keychain. A sheet is answered at once: the user signs up, or signs in with the account's passkey, or with its password
/// where that is offered and there is no passkey. A device key signs at once, without a question. Every code that it sends
/// is ``code``.
///
/// ```swift
/// let fake = FakePasskeys(user: User(id: "1", name: "Ada"))
/// let model = SignInModel(client: fake.client)
/// fake.fail(with: .network)
/// await model.signIn()
/// #expect(model.notice == "The server can't be reached.")
/// ```
public final class FakePasskeys: Sendable {
    /// The code that the server sends. Every other one is wrong.
    public static let code = FakeServer.code

    /// The client to give to a view or a model.
    public let client: PasskeyClient
    let server: FakeServer

    /// Creates a server and a device.
    ///
    /// - Parameters:
    ///   - user: The user who has an account, and a passkey for it. Without one, there is no account.
    ///   - password: The password of the account, which then has no passkey yet. New ones need eight characters.
    ///   - isSignedIn: Whether this user is signed in.
    ///   - options: How the client works. Its transport and its keychain are replaced.
    public init(
        user: User? = nil, password: String? = nil, isSignedIn: Bool = false,
        options: PasskeyClient.Options = PasskeyClient.Options()
    ) {
        let server = FakeServer(user, password: password)
        var options = options
        options.transport = server
        options.keychain = KeychainPlace()
        options.keychain.memory = MemoryKeychain()
        options.fake = server
        if isSignedIn, let user { options.keychain.memory?.keepSession(of: user) }
        self.server = server
        client = PasskeyClient(domain: FakeServer.domain, clientID: FakeServer.clientID, options: options)
    }

    /// Lets the next call fail that needs the server. A call that finds what it needs on the device doesn't.
    public func fail(with error: PasskeyError) {
        server.fail(with: error)
    }

    /// Has the server verify the addresses of new users: by a code in a sign-up with a passkey, and by a link in one with a
    /// password.
    public func verifyNewUsers() {
        server.verifyNewUsers()
    }

    /// Opens the link that a sign-up with a password has sent, which creates the account.
    public func openLink() {
        server.openSentLink()
    }

    /// Lets three days pass, after which a new passkey takes the place of the device key that has added it.
    public func settlePasskeys() {
        server.settle()
    }

    /// The passkeys of the account, as they are now.
    public var passkeys: [Passkey] { server.passkeys }

    /// The device keys of the account, as they are now. None says that it is on this device.
    public var deviceKeys: [DeviceKey] { server.listedDeviceKeys }
}

extension PasskeyClient {
    /// Returns a client for previews, with a server and a device in memory.
    ///
    /// ```swift
    /// #Preview { PasskeyList(client: .preview(signedIn: User(id: "1", name: "Ada"))) }
    /// ```
    public static func preview(signedIn user: User? = nil) -> PasskeyClient {
        FakePasskeys(user: user, isSignedIn: user != nil).client
    }
}
