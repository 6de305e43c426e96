// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import Foundation
    public import SwiftUI
    public import Thumbturn

    /// A form to sign in with a passkey, or to create an account with one, and with passwords, if you offer them.
    ///
    /// The field for the email address offers the user's passkeys above the keyboard. A user who signs up with an
    /// address that has an account is led to the sign-in, and one who has no passkey on this device to the sign-up or,
    /// with passwords, to the field for the password. Where new users confirm their address, the form asks for the code.
    ///
    /// ```swift
    /// PasskeySignInView(client: client) { result in user = result.user }
    /// PasskeySignInView(client: client, offering: .passkeysAndPasswords) { result in user = result.user }
    /// ```
    public struct PasskeySignInView: View {
        enum Purpose {
            case signIn
            case signUp
        }

        private let client: PasskeyClient
        private let offer: SignInOffer
        private let onSignIn: @MainActor (SignInResult) -> Void

        @State private var email = ""
        @State private var purpose = Purpose.signIn
        @State private var asksPassword = false
        /// Why the form changed its purpose by itself.
        @State private var hint: String?
        @State private var awaitedCode: AwaitedCode?

        /// Creates the form.
        ///
        /// - Parameters:
        ///   - client: The client that signs in and up.
        ///   - offer: What the form offers. With passwords, ``SignInResult/suggestsPasskey`` of the result says whether
        ///     to offer a passkey next.
        ///   - onSignIn: Called once the user has signed in or up.
        public init(
            client: PasskeyClient, offering offer: SignInOffer = .passkeys,
            onSignIn: @escaping @MainActor (SignInResult) -> Void
        ) {
            self.client = client
            self.offer = offer
            self.onSignIn = onSignIn
        }

        /// The form.
        public var body: some View {
            Form {
                Section {
                    emailField
                } footer: {
                    Text(verbatim: hint ?? (asksPassword ? "" : explanation))
                }
                if let awaitedCode { CodeStep(awaited: awaitedCode) }
                if asksPassword {
                    PasswordStep(
                        client: client, purpose: purpose, email: trimmedEmail, onSignIn: onSignIn,
                        onFailure: leadsToSignIn)
                }
                Section {
                    switch purpose {
                    case .signIn:
                        PasskeyButton(client, offering: offer, onSignIn: onSignIn, onFailure: leadsElsewhere)
                        passwordButton
                        Button(viewText("Create an Account")) { change(to: .signUp) }
                    case .signUp:
                        if !asksPassword {
                            PasskeyButton(
                                client, signingUp: newUser, verification: { try await code(for: $0) },
                                onSignIn: onSignIn, onFailure: leadsToSignIn
                            )
                            .disabled(trimmedEmail.isEmpty)
                        }
                        passwordButton
                        Button(viewText("Sign In Instead")) { change(to: .signIn) }
                    }
                }
            }
            .onDisappear { awaitedCode?.cancel() }
        }

        @ViewBuilder
        private var passwordButton: some View {
            if asksPassword {
                if purpose == .signUp {
                    Button(viewText("Use a Passkey Instead")) { asksPassword = false }
                }
            } else if offer == .passkeysAndPasswords {
                Button(viewText("Use a Password")) { asksPassword = true }
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

        private func code(for request: CodeRequest) async throws -> String {
            let awaited = AwaitedCode(request)
            awaitedCode = awaited
            defer { awaitedCode = nil }
            return try await awaited.value()
        }

        private func change(to purpose: Purpose, because hint: String? = nil) {
            awaitedCode?.cancel()
            self.purpose = purpose
            self.hint = hint
            asksPassword = false
        }

        private func leadsElsewhere(_ failure: PasskeyError) -> Bool {
            let hint = "\(failure.message) \(failure.recovery)"
            switch failure {
            case .noPasskeyHere where offer == .passkeysAndPasswords:
                asksPassword = true
                self.hint = failure.message
            case .noPasskeyHere: change(to: .signUp, because: hint)
            case .wrongPassword(let username):
                email = username ?? email
                asksPassword = true
                self.hint = hint
            default: return false
            }
            return true
        }

        private func leadsToSignIn(_ failure: PasskeyError) -> Bool {
            guard failure == .accountExists || failure == .alreadyRegistered else { return false }
            let hint =
                offer == .passkeys
                ? viewText("There already is an account with this address. Sign in with its passkey.")
                : "\(failure.message) \(failure.recovery)"
            change(to: .signIn, because: hint)
            return true
        }
    }
#endif
