// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import Foundation
    public import SwiftUI
    public import Thumbturn

    /// A form to sign in with a passkey, or to create an account with one.
    ///
    /// The field for the email address offers the user's passkeys above the keyboard. A user who signs up with an
    /// address that has an account is led to the sign-in, and one who has no passkey on this device to the sign-up.
    ///
    /// ```swift
    /// PasskeySignInView(client: client) { result in user = result.user }
    /// ```
    public struct PasskeySignInView: View {
        private enum Purpose {
            case signIn
            case signUp
        }

        private let client: PasskeyClient
        private let onSignIn: @MainActor (SignInResult) -> Void

        @State private var email = ""
        @State private var purpose = Purpose.signIn
        /// Why the form changed its purpose by itself.
        @State private var hint: String?

        /// Creates the form.
        ///
        /// - Parameters:
        ///   - client: The client that signs in and up.
        ///   - onSignIn: Called once the user has signed in or up.
        public init(client: PasskeyClient, onSignIn: @escaping @MainActor (SignInResult) -> Void) {
            self.client = client
            self.onSignIn = onSignIn
        }

        /// The form.
        public var body: some View {
            Form {
                Section {
                    emailField
                } footer: {
                    Text(verbatim: hint ?? explanation)
                }
                Section {
                    switch purpose {
                    case .signIn:
                        PasskeyButton(client, onSignIn: onSignIn, onFailure: leadsToSignUp)
                        Button(viewText("Create an Account")) { change(to: .signUp) }
                    case .signUp:
                        PasskeyButton(client, signingUp: newUser, onSignIn: onSignIn, onFailure: leadsToSignIn)
                            .disabled(trimmedEmail.isEmpty)
                        Button(viewText("Sign In Instead")) { change(to: .signIn) }
                    }
                }
            }
        }

        private var emailField: some View {
            TextField(viewText("Email"), text: $email)
                .textContentType(.username)
                .autocorrectionDisabled()
                #if !os(macOS)
                    .keyboardType(.emailAddress)
                    .textInputAutocapitalization(.never)
                #endif
                .passkeyAutoFill(client, onSignIn: onSignIn)
        }

        private var explanation: String {
            switch purpose {
            case .signIn: viewText("Your passkey knows your account, so you needn't type the address.")
            case .signUp:
                viewText("You will create a passkey and sign in with your face, your fingerprint or the passcode.")
            }
        }

        private var trimmedEmail: String { email.trimmingCharacters(in: .whitespaces) }

        private var newUser: NewUser { NewUser(email: trimmedEmail) }

        private func change(to purpose: Purpose, because hint: String? = nil) {
            self.purpose = purpose
            self.hint = hint
        }

        private func leadsToSignUp(_ failure: PasskeyError) -> Bool {
            guard failure == .noPasskeyHere else { return false }
            change(to: .signUp, because: "\(failure.message) \(failure.recovery)")
            return true
        }

        private func leadsToSignIn(_ failure: PasskeyError) -> Bool {
            guard failure == .accountExists || failure == .alreadyRegistered else { return false }
            change(
                to: .signIn,
                because: viewText("There already is an account with this address. Sign in with its passkey."))
            return true
        }
    }
#endif
