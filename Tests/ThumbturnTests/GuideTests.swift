// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import AuthenticationServices
import Foundation
import FoundationNetworking
import LocalAuthentication
import ServerHarness
import SoftwareAuthenticator
import TestLimits
import TestSupport
import Testing
import WireFormats

@testable import Thumbturn

/// The code of the guide docs/guides/ios.md, as `GuideApp` has it, with a server of the guide's configuration.
@MainActor
@Suite(.guideServer, .turnLimit)
struct GuideTests {
    @Test func `a server with the guide's configuration names the application`() throws {
        let file = try SDKServer.send(.init("GET", path: "/.well-known/apple-app-site-association"))
        #expect(file.json?["webcredentials"]?["apps"] == ["ABCDE12345.com.example.notes"])
    }

    @Test func `a user signs up once, and is signed in where there is an account`() async throws {
        let app = GuideApp()
        try await app.run { try await app.signUp() }
        let user = try #require(app.user)
        #expect(user.email == app.email)
        app.user = nil
        try await app.run { try await app.signUp() }
        #expect(app.user == user)
        app.device.set { $0.person = .dismisses }
        try await app.run { try await GuideApp(on: app.device).signUp() }
        let unassociated = GuideApp()
        unassociated.device.set { $0.associatedDomains = [] }
        try await unassociated.run { try await unassociated.signUp() }
        #expect(unassociated.notice == "This app isn't set up for this yet. Contact the makers of the app.")
    }

    @Test func `after a sign-in with another device a passkey is added`() async throws {
        let app = GuideApp()
        app.device.set { $0.means = .anotherDevice }
        try await app.run {
            try await app.signUp()
            #expect(app.device.authenticator.credentials.isEmpty)
            try await app.signIn()
        }
        #expect(app.device.authenticator.credentials.count == 1)
    }

    @Test func `a sign-in of a moment ago confirms an important step`() async throws {
        let app = GuideApp()
        try await app.run {
            try await app.signUp()
            let sheets = app.device.records.shownSheets
            #expect(try await app.confirm().idToken != nil)
            #expect(app.device.records.shownSheets == sheets)
        }
    }

    @Test func `at launch the stored session is used, and then a passkey of the device`() async throws {
        let app = GuideApp()
        try await app.run {
            #expect(try await app.launch() == nil)
            try await app.signUp()
            let sheets = app.device.records.shownSheets
            #expect(try await app.launch()?.email == app.email)
            #expect(app.device.records.shownSheets == sheets)
            await app.client.signOut()
            #expect(try await app.launch()?.email == app.email)
        }
    }

    @Test func `a suggestion above the keyboard signs in`() async throws {
        let app = GuideApp()
        try await app.run {
            try await app.signUp()
            await app.client.signOut()
            app.user = nil
            app.device.set { $0.suggestion = .picks }
            app.fieldAppears()
            try await app.waiting?.value
        }
        #expect(app.user?.email == app.email)
    }

    @Test func `a passkey follows a password without a sheet`() async throws {
        let app = GuideApp()
        app.device.set { $0.means = .securityKey }
        try await app.run {
            _ = try await app.client.signUp(NewUser(email: app.email), allowsSecurityKeys: true)
            #expect(await app.upgrade() == false)
            app.device.set { $0.passwordWasJustFilled = true }
            #expect(await app.upgrade())
        }
    }

    @Test func `the system's form creates an account, or leads to another form`() async throws {
        let app = GuideApp()
        app.device.set { $0.contact.email = app.email }
        #expect(try await app.run { try await app.createAccount() }?.email == app.email)
        app.device.set { $0.hasPasscode = false }
        #expect(try await app.run { try await app.createAccount() } == nil)
    }

    @Test func `a passkey of this device is listed as one that other devices reach`() async throws {
        let app = GuideApp()
        try await app.run {
            try await app.signUp()
            let passkeys = try await app.client.passkeys.list()
            #expect(passkeys.map(\.transports) == [["internal", "hybrid"]])
        }
    }

    @Test func `passkeys are listed, added, renamed and removed`() async throws {
        let app = GuideApp()
        app.device.set { $0.means = .securityKey }
        try await app.run {
            _ = try await app.client.signUp(NewUser(email: app.email), allowsSecurityKeys: true)
            app.device.set { $0.means = .thisDevice }
            try await app.changePasskeys()
        }
        #expect(app.printed == ["Passkey on one device"])
        #expect(app.device.records.requests.map(\.kind).suffix(1) == [.registration])
        #expect(app.device.authenticator.credentials.isEmpty)
    }

    @Test func `a request to an API carries a token`() async throws {
        let app = GuideApp()
        let url = try #require(URL(string: "https://auth.example.com/userinfo"))
        try await app.run {
            try await app.signUp()
            let claims = try JSONReader.read([UInt8](await app.call(url)))
            #expect(claims["email"] == .string(app.email))
        }
    }

    @Test func `a request to an API carries a proof, with the API's nonce`() async throws {
        let app = GuideApp { $0.usesDPoP = true }
        try await app.run { try await app.signUp() }
        // It has the key, and no nonce.
        let restarted = GuideApp(on: app.device) { $0.usesDPoP = true }
        let url = try #require(URL(string: "https://auth.example.com/userinfo"))
        let data = try await restarted.run { try await restarted.callWithNonce(url) }
        #expect(try JSONReader.read([UInt8](data))["email"] == .string(app.email))
        #expect(restarted.session.transport.sent(to: "/userinfo").count == 2)
    }

    @Test func `the session is followed`() async throws {
        let app = GuideApp()
        try await app.run {
            let following = Task { await app.follow() }
            #expect(await eventually { app.shown.count == 1 })
            try await app.signUp()
            #expect(await eventually { app.shown.count == 2 })
            await app.client.signOut()
            #expect(await eventually { app.shown.count == 3 })
            following.cancel()
        }
        #expect(app.shown == ["Please sign in", "Notes of Ada", "Please sign in"])
    }

    @Test func `the gate asks before a stored session is used`() async throws {
        let app = GuideApp()
        try await app.run { try await app.signUp() }
        let restarted = GuideApp(on: app.device) { GuideApp.gate(&$0) }
        try await restarted.run {
            #expect(try await restarted.client.user() != nil)
            #expect(app.device.records.evaluations.isEmpty)
            try await restarted.client.unlock()
            _ = try await restarted.client.accessToken()
            #expect(app.device.records.evaluations.map(\.reason) == ["Open your notes"])
        }
    }

    @Test func `the browser signs in, and returns to the guide's callback`() async throws {
        let app = GuideApp()
        let authenticator = app.device.authenticator
        app.device.set { state in
            state.browser = { url in
                var browser = SimulatedBrowser(with: authenticator)
                return try browser.signIn(from: url)
            }
        }
        try await app.run {
            try await app.signUp()
            await app.client.signOut()
            app.user = nil
            try await app.signInWithBrowser()
        }
        #expect(app.user?.email == app.email)
    }

    @Test func `a sheet appears in the window that the application names, with the same session`() async throws {
        let app = GuideApp { $0.anchor = { nil } }
        let window = ASPresentationAnchor()
        try await app.run {
            await #expect(throws: PasskeyError.notSupported) { try await app.client.signUp(email: app.email) }
            _ = try await app.client.presenting(in: window).signUp(email: app.email)
            #expect(try await app.client.user()?.email == app.email)
            #expect(try await app.signIn(in: window)?.email == app.email)
        }
    }

    @Test func `a security key signs in and is added`() async throws {
        let app = GuideApp()
        try await app.run {
            try await app.signUp()
            let (result, key) = try await app.useSecurityKey()
            #expect(result.user.email == app.email)
            #expect(!key.isSynced)
        }
    }

    @Test func `a passkey derives a secret and stores data`() async throws {
        let app = GuideApp()
        try await app.run {
            let wanted = PasskeyExtensions(largeBlob: .supported)
            _ = try await app.client.signUp(NewUser(email: app.email), extensions: wanted)
            let secret = try await app.derive()
            #expect(secret?.count == 32)
            #expect(try await app.derive() == secret)
            #expect(try await app.store() == true)
            let read = try await app.client.signIn(extensions: PasskeyExtensions(largeBlob: .read))
            #expect(read.extensions.largeBlob == Data("a small secret".utf8))
        }
    }

    @Test func `an extension of the application shares its session`() async throws {
        let app = GuideApp { GuideApp.share(&$0) }
        try await app.run { try await app.signUp() }
        let other = AppleSimulator(associatedDomains: ["auth.example.com"], keychain: app.device.keychain)
        let shared = GuideApp(on: other) { GuideApp.share(&$0) }
        #expect(try await shared.run { try await shared.client.user() } == app.user)
        let alone = GuideApp(on: other)
        #expect(try await alone.run { try await alone.client.user() } == nil)
    }
}

/// The application of the guide. The bodies of its functions are the guide's code.
@MainActor
private final class GuideApp {
    let device: AppleSimulator
    let client: PasskeyClient
    let session: Session
    let email = "\(UUID().uuidString.lowercased())@example.org"
    var user: User?
    var notice = ""
    var waiting: Task<Void, any Error>?
    var shown: [String] = []
    var printed: [String] = []

    /// Stands in for a `URLSession`.
    struct Session {
        let transport = SocketTransport()

        func data(for request: URLRequest) async throws -> (Data, URLResponse) {
            try await transport.send(request)
        }
    }

    init(
        on device: AppleSimulator = AppleSimulator(associatedDomains: ["auth.example.com"]),
        _ configure: (inout PasskeyClient.Options) -> Void = { _ in }
    ) {
        self.device = device
        session = Session()
        var options = Self.options()
        options.transport = session.transport
        configure(&options)
        client = Self.client(options)
    }

    func run<Result>(_ body: () async throws -> Result) async throws -> Result { try await device.run(body) }

    func print(_ items: String...) { printed.append(items.joined(separator: " ")) }
    func show(_ text: String) { shown.append(text) }

    func wantsPasskeyHere() -> Bool {
        device.set { $0.means = .thisDevice }
        return true
    }

    // MARK: The guide's code

    static func options() -> PasskeyClient.Options {
        var options = PasskeyClient.Options()
        options.audience = "https://api.example.com/"
        return options
    }

    static func client(_ options: PasskeyClient.Options) -> PasskeyClient {
        let client = PasskeyClient(domain: "auth.example.com", clientID: "notes-ios", options: options)
        return client
    }

    func signUp() async throws {
        do {
            user = try await client.signUp(email: email, name: "Ada").user
        } catch .accountExists {
            user = try await client.signIn().user
        } catch .canceled {
            // The user closed the sheet. There is nothing to say.
        } catch {
            notice = "\(error.message) \(error.recovery)"
        }
    }

    func signIn() async throws {
        let result = try await client.signIn()
        if result.usedAnotherDevice, wantsPasskeyHere() {
            try await client.passkeys.add()
        }
    }

    func launch() async throws -> User? {
        if let user = try await client.user() { return user }
        return try await client.signInIfAvailable()?.user
    }

    func fieldAppears() {
        waiting = Task {
            let result = try await client.signInWithAutoFill()
            user = result.user
        }
    }

    func upgrade() async -> Bool {
        let isUpgraded = await client.upgradeToPasskey()
        return isUpgraded
    }

    func createAccount() async throws -> User? {
        guard #available(iOS 26.0, macOS 26.0, visionOS 26.0, *) else { return nil }
        do {
            return try await client.createAccount(asking: [.email]).user
        } catch .deviceCannotCreate, .canceled, .prefersSignInWithApple {
            return nil
        }
    }

    func changePasskeys() async throws {
        for passkey in try await client.passkeys.list() {
            print(passkey.name ?? passkey.createdWith ?? "Passkey", passkey.isSynced ? "synced" : "on one device")
        }
        let passkey = try await client.passkeys.add()
        try await client.passkeys.rename(passkey, to: "Work phone")
        try await client.passkeys.remove(passkey)
    }

    func call(_ url: URL) async throws -> Data {
        var request = URLRequest(url: url)
        try await client.authorize(&request)
        let (data, _) = try await session.data(for: request)
        return data
    }

    func callWithNonce(_ url: URL) async throws -> Data {
        var request = URLRequest(url: url)
        try await client.authorize(&request)
        var (data, response) = try await session.data(for: request)
        if let answer = response as? HTTPURLResponse, answer.statusCode == 401,
            let nonce = answer.value(forHTTPHeaderField: "DPoP-Nonce")
        {
            try await client.authorize(&request, nonce: nonce)
            (data, response) = try await session.data(for: request)
        }
        return data
    }

    func follow() async {
        for await state in client.sessionStates {
            switch state {
            case .signedIn(let user): show("Notes of \(user.name ?? "yours")")
            case .signedOut(.expired): show("Please sign in again")
            case .signedOut: show("Please sign in")
            }
        }
    }

    func confirm() async throws -> Tokens {
        let tokens = try await client.confirm(maxAge: 300)
        return tokens
    }

    func delete() async throws -> Date {
        let erasedAt = try await client.deleteAccount()
        return erasedAt
    }

    static func gate(_ options: inout PasskeyClient.Options) {
        options.gate = BiometricGate(reason: "Open your notes", validFor: 300)
    }

    func signInWithBrowser() async throws {
        var signIn = BrowserSignIn(loginHint: email)
        signIn.callback = URL(string: "https://auth.example.com/ios/com.example.notes/callback")
        user = try await client.signInWithBrowser(signIn).user
    }

    func signIn(in window: ASPresentationAnchor) async throws -> User? {
        let user = try await client.presenting(in: window).signIn().user
        return user
    }

    func useSecurityKey() async throws -> (SignInResult, Passkey) {
        let result = try await client.signIn(allowsSecurityKeys: true)
        let key = try await client.passkeys.add(to: .securityKey)
        return (result, key)
    }

    func derive() async throws -> Data? {
        let salt = PasskeyExtensions.PRF(first: Data("notes, version 1".utf8))
        let result = try await client.signIn(extensions: PasskeyExtensions(prf: salt))
        let secret = result.extensions.prf?.first
        return secret
    }

    func store() async throws -> Bool? {
        let data = PasskeyExtensions(largeBlob: .write(Data("a small secret".utf8)))
        let isStored = try await client.signIn(extensions: data).extensions.isLargeBlobWritten
        return isStored
    }

    static func share(_ options: inout PasskeyClient.Options) {
        options.keychain = KeychainPlace(service: "notes", accessGroup: "ABCDE12345.com.example.shared")
    }
}

extension Trait where Self == SDKServerTrait {
    fileprivate static var guideServer: Self { Self(host: "auth.example.com", configuration: GuidePage.configuration) }
}
