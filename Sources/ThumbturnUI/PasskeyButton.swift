// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    public import SwiftUI
    public import Thumbturn

    /// A button that signs a user in or up with a passkey.
    ///
    /// While the sheet is visible it shows that it is busy and can't be pressed again. What goes wrong appears in an
    /// alert; a sheet that the user closed does not.
    ///
    /// ```swift
    /// PasskeyButton(client) { result in user = result.user }
    /// PasskeyButton(client, signingUp: NewUser(email: email)) { result in user = result.user }
    /// ```
    public struct PasskeyButton: View {
        private let title: Text
        private let onSignIn: @MainActor (SignInResult) -> Void
        private let onFailure: (@MainActor (PasskeyError) -> Bool)?
        private let perform: @MainActor () async throws(PasskeyError) -> SignInResult

        @State private var isRunning = false
        @State private var failure: PasskeyError?

        /// Creates a button that signs in.
        ///
        /// - Parameters:
        ///   - client: The client that signs in.
        ///   - offer: What the sheet offers.
        ///   - title: The button's text, from your application's catalog. The default is one of this library.
        ///   - onSignIn: Called once the user has signed in.
        ///   - onFailure: Called with what went wrong. If it returns `true`, the button shows no alert.
        public init(
            _ client: PasskeyClient, offering offer: SignInOffer = .passkeys, title: LocalizedStringKey? = nil,
            onSignIn: @escaping @MainActor (SignInResult) -> Void,
            onFailure: (@MainActor (PasskeyError) -> Bool)? = nil
        ) {
            self.title = title.map { Text($0) } ?? Text(verbatim: viewText("Sign In with a Passkey"))
            self.onSignIn = onSignIn
            self.onFailure = onFailure
            perform = { () async throws(PasskeyError) in try await client.signIn(offering: offer) }
        }

        /// Creates a button that creates an account with a passkey.
        ///
        /// - Parameters:
        ///   - client: The client that signs up.
        ///   - user: Who signs up.
        ///   - title: The button's text, from your application's catalog. The default is one of this library.
        ///   - verification: Asks the user for the code that an address has received, where the connection has new users
        ///     confirm it.
        ///   - onSignIn: Called once the user has signed up, and so is signed in.
        ///   - onFailure: Called with what went wrong. If it returns `true`, the button shows no alert.
        public init(
            _ client: PasskeyClient, signingUp user: NewUser, title: LocalizedStringKey? = nil,
            verification: PasskeyClient.CodeEntry? = nil,
            onSignIn: @escaping @MainActor (SignInResult) -> Void,
            onFailure: (@MainActor (PasskeyError) -> Bool)? = nil
        ) {
            self.title = title.map { Text($0) } ?? Text(verbatim: viewText("Create an Account"))
            self.onSignIn = onSignIn
            self.onFailure = onFailure
            perform = { () async throws(PasskeyError) in try await client.signUp(user, verification: verification) }
        }

        /// The button.
        public var body: some View {
            Button {
                isRunning = true
                Task {
                    await run()
                    isRunning = false
                }
            } label: {
                HStack {
                    Label {
                        title
                    } icon: {
                        Image(systemName: "person.badge.key")
                    }
                    if isRunning {
                        ProgressView().accessibilityLabel(Text(verbatim: viewText("Waiting for the passkey")))
                    }
                }
                .frame(maxWidth: .infinity)
            }
            .disabled(isRunning)
            .passkeyAlert(viewText("Couldn't Use a Passkey"), for: $failure)
        }

        private func run() async {
            do {
                onSignIn(try await perform())
            } catch {
                if onFailure?(error) != true { failure = error }
            }
        }
    }
#endif
