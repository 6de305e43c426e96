// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import SwiftUI
    import Thumbturn

    /// The part of a form that asks for the password of an account, or of a new one, and says in words why it was not
    /// accepted.
    ///
    /// The system fills in saved passwords, and suggests new ones. What was entered is forgotten with this view, and after
    /// the sign-in.
    struct PasswordStep: View {
        let client: PasskeyClient
        let purpose: PasskeySignInView.Purpose
        let email: String
        let onSignIn: @MainActor (SignInResult) -> Void
        /// Called with what went wrong. If it returns `true`, this view says nothing.
        let onFailure: @MainActor (PasskeyError) -> Bool

        @State private var password = ""
        @State private var isRunning = false
        @State private var failure: PasskeyError?
        @FocusState private var isFocused: Bool

        var body: some View {
            Section {
                field
                if let failure { explanation(of: failure) }
            } footer: {
                Text(
                    verbatim: viewText("A passkey is safer than a password: there is nothing to remember, or to steal.")
                )
            }
            Section {
                Button {
                    start()
                } label: {
                    HStack {
                        Text(verbatim: title)
                        if isRunning {
                            ProgressView().accessibilityLabel(Text(verbatim: viewText("Signing in")))
                        }
                    }
                    .frame(maxWidth: .infinity)
                }
                .disabled(isRunning || email.isEmpty || password.isEmpty)
            }
        }

        private var field: some View {
            SecureField(purpose == .signIn ? viewText("Password") : viewText("New Password"), text: $password)
                .textContentType(contentType)
                .submitLabel(.go)
                .focused($isFocused)
                .onSubmit { start() }
                .onAppear { isFocused = !email.isEmpty }
                // VoiceOver reads it with the field, which has the focus then.
                .accessibilityHint(Text(verbatim: failure.map { "\($0.message) \($0.recovery)" } ?? ""))
        }

        #if os(macOS)
            private var contentType: NSTextContentType? {
                guard purpose == .signUp else { return .password }
                if #available(macOS 14.0, *) { return .newPassword }
                return nil
            }
        #else
            private var contentType: UITextContentType? { purpose == .signIn ? .password : .newPassword }
        #endif

        private var title: String {
            purpose == .signIn ? viewText("Sign In") : viewText("Create an Account")
        }

        @ViewBuilder
        private func explanation(of failure: PasskeyError) -> some View {
            Label(failure.explanation, systemImage: "exclamationmark.circle")
            if case .weakPassword(let weakness) = failure {
                ForEach(weakness.unmetRules) { rule in
                    Label(rule.message, systemImage: "xmark")
                        .font(.footnote)
                        .foregroundStyle(.secondary)
                }
            }
        }

        private func start() {
            guard !isRunning, !email.isEmpty, !password.isEmpty else { return }
            isRunning = true
            Task {
                await run()
                isRunning = false
            }
        }

        private func run() async {
            failure = nil
            do {
                let result =
                    switch purpose {
                    case .signIn: try await client.signIn(email: email, password: password)
                    case .signUp: try await client.signUp(email: email, password: password)
                    }
                password = ""
                onSignIn(result)
            } catch .canceled {
                // Another request took its place.
            } catch {
                guard !onFailure(error) else { return }
                failure = error
                isFocused = true
            }
        }
    }
#endif
