// SPDX-License-Identifier: Apache-2.0

public import AuthenticationServices
import ClientContract

#if os(tvOS) || os(watchOS)
    #error(
        "Thumbturn runs on iOS 16.6, Mac Catalyst 16.6, macOS 13.5 and visionOS 1, and later. Leave it out of this target."
    )
#endif

/// Signs users up and in with passkeys, and keeps them signed in.
///
/// 1. A sign-in or a sign-up asks the server for options (`Server`), has the device respond to them (`Authorizer`), and
///    exchanges the response for tokens.
/// 2. The tokens go to the `SessionKeeper`, which stores them in the keychain, refreshes them for any number of callers
///    and processes at once, and reports whether a user is signed in.
/// 3. What the server says about the account's passkeys goes to the device's credential manager (`DeviceSignals`).
///
/// One client serves the whole application. It can be used from any task; what shows a sheet runs on the main actor.
///
/// ```swift
/// let client = PasskeyClient(domain: "auth.example.com", clientID: "notes-ios")
/// let user = try await client.signIn().user
/// ```
public final class PasskeyClient: Sendable {
    /// The passkeys of the user who is signed in.
    public var passkeys: Passkeys { Passkeys(client: self) }
    /// The key of this device, where passkeys can't be.
    public var deviceKeys: DeviceKeys { DeviceKeys(client: self) }

    let context: ClientContext
    let server: Server
    let keeper: SessionKeeper
    let gateKeeper: GateKeeper
    let signalOrder: SignalOrder
    let authorizer: Authorizer

    /// Creates a client of a server.
    ///
    /// - Parameters:
    ///   - domain: The server's host, such as `auth.example.com`, with a port if it has one.
    ///   - clientID: The application's client ID.
    ///   - options: How the client works.
    public init(domain: String, clientID: String, options: Options = Options()) {
        let context = ClientContext(domain: domain, clientID: clientID, options: options)
        let server = Server(url: context.url, transport: options.transport)
        self.context = context
        self.server = server
        keeper = SessionKeeper(context, server: server)
        gateKeeper = GateKeeper(options.gate)
        signalOrder = SignalOrder()
        authorizer = Authorizer()
    }

    private init(_ client: PasskeyClient, context: ClientContext) {
        self.context = context
        server = client.server
        keeper = client.keeper
        gateKeeper = client.gateKeeper
        signalOrder = client.signalOrder
        authorizer = client.authorizer
    }

    /// Returns the same client, whose sheets appear in a window.
    ///
    /// For an application with several windows, such as one on an iPad. It shares everything else, the session
    /// included.
    ///
    /// ```swift
    /// let result = try await client.presenting(in: window).signIn()
    /// ```
    @MainActor
    public func presenting(in window: ASPresentationAnchor) -> PasskeyClient {
        var context = context
        context.options.anchor = { [weak window] in window }
        return PasskeyClient(self, context: context)
    }
}

extension PasskeyClient {
    /// The settings of a client. The defaults suit an application with its own users.
    public struct Options: Sendable {
        /// The kind of server.
        public enum Service: Sendable {
            /// A Thumbturn server.
            case thumbturn
            /// Auth0. Its API lacks conditional creation, reports of failures and lists of excluded credentials.
            case auth0
        }

        /// The API that ``PasskeyClient/accessToken(audience:scope:minimumLifetime:)`` is for by default.
        public var audience: String?
        /// The scopes that a sign-in asks for. With `offline_access`, the user stays signed in.
        public var scope = "openid profile email offline_access"
        /// The name of the database connection, if the application has several.
        public var connection: String?
        /// The name or ID of the organization that users sign in to.
        public var organization: String?
        /// The kind of server.
        public var service = Service.thumbturn
        /// Whether tokens are bound to a key on this device (DPoP), so that a stolen token is worth nothing.
        public var usesDPoP = false
        /// The place where the session is stored.
        public var keychain = KeychainPlace()
        /// Asks for Face ID, Touch ID or the passcode before the session is used.
        public var gate: BiometricGate?
        /// The transport that sends the requests.
        public var transport: any HTTPTransport = URLSessionTransport()
        /// The window in which sheets appear. The default is the active scene's key window; an extension has none. See
        /// also ``PasskeyClient/presenting(in:)``.
        public var anchor: @MainActor @Sendable () -> ASPresentationAnchor? = { PresentationAnchor.current }

        /// The stand-in for the device in the tests of an application.
        var fake: FakeServer?

        /// Creates the default options.
        public init() {}
    }
}
