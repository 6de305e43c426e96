// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    public import SwiftUI
    public import Thumbturn

    extension View {
        /// Offers the user's passkeys above the keyboard while this view is visible.
        ///
        /// Put it on a text field with `.textContentType(.username)`. It waits without showing anything, also while another
        /// request of the client shows a sheet, and stops when the view disappears. What goes wrong stays silent. On a Mac,
        /// where the system has no such requests, it does nothing.
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
            #if os(macOS)
                self
            #else
                task { await PasskeyAutoFill(client: client, onSignIn: onSignIn).run() }
            #endif
        }
    }

    #if !os(macOS)
        /// A sign-in that waits for the user to pick a passkey above the keyboard.
        @MainActor
        struct PasskeyAutoFill {
            let client: PasskeyClient
            let onSignIn: @MainActor (SignInResult) -> Void

            /// Returns when the user has signed in, or when the view's task was canceled.
            func run() async {
                while !Task.isCancelled {
                    do {
                        onSignIn(try await client.signInWithAutoFill())
                        return
                    } catch .network {
                        // The user did nothing, so there is nobody to tell.
                        try? await Task.sleep(for: .seconds(10))
                    } catch {
                        return
                    }
                }
            }
        }
    #endif
#endif
