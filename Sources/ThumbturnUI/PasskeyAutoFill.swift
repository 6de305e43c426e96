// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    public import SwiftUI
    public import Thumbturn

    extension View {
        /// Offers the user's passkeys above the keyboard while this view is visible.
        ///
        /// Put it on a text field with `.textContentType(.username)`. It waits without showing anything, also while
        /// another request of the client shows a sheet, and stops when the view disappears. What goes wrong after the
        /// user has picked a passkey appears in an alert. On a Mac, also in Mac Catalyst, the system has no such
        /// requests, and it does nothing.
        ///
        /// ```swift
        /// TextField("Email", text: $email)
        ///     .textContentType(.username)
        ///     .passkeyAutoFill(client) { result in user = result.user }
        /// ```
        ///
        /// - Parameters:
        ///   - client: The client that signs in.
        ///   - onSignIn: Called once the user has signed in.
        public func passkeyAutoFill(
            _ client: PasskeyClient, onSignIn: @escaping @MainActor (SignInResult) -> Void
        ) -> some View {
            #if os(macOS) || targetEnvironment(macCatalyst)
                self
            #else
                modifier(PasskeyAutoFill(client: client, onSignIn: onSignIn))
            #endif
        }
    }

    #if !os(macOS) && !targetEnvironment(macCatalyst)
        /// A sign-in that waits for the user to pick a passkey above the keyboard.
        private struct PasskeyAutoFill: ViewModifier {
            let client: PasskeyClient
            let onSignIn: @MainActor (SignInResult) -> Void

            @State private var failure: PasskeyError?

            func body(content: Content) -> some View {
                content
                    .task { await run() }
                    .passkeyAlert(viewText("Couldn't Use a Passkey"), for: $failure)
            }

            /// Returns when the user has signed in, or when the view's task was canceled.
            private func run() async {
                while !Task.isCancelled {
                    var isPicked = false
                    do {
                        onSignIn(try await client.signInWithAutoFill { isPicked = true })
                        return
                    } catch {
                        // Before that, the user did nothing, and needs no message: the offer is over, and it was not
                        // for want of a network.
                        guard isPicked else { return }
                        failure = error
                    }
                }
            }
        }
    #endif
#endif
