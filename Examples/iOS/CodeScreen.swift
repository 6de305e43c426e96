// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Thumbturn
import ThumbturnUI

/// A sign-in with a mailed code, for users who have no passkey at hand.
struct CodeScreen: View {
    let client: PasskeyClient

    @State private var email = ""
    @State private var sent: SentCode?
    @State private var code = ""
    @State private var notice = ""

    var body: some View {
        Form {
            TextField("Email", text: $email)
                .textContentType(.username)
                .keyboardType(.emailAddress)
                .textInputAutocapitalization(.never)
            Button("Send Me a Code") { Task { await send() } }
                .disabled(email.isEmpty)
            if let sent {
                TextField("Code", text: $code)
                    .textContentType(.oneTimeCode)
                    .keyboardType(.numberPad)
                Button("Sign In") { Task { await signIn(with: sent) } }
                    .disabled(code.isEmpty)
            }
            Text(notice)
        }
    }

    private func send() async {
        do {
            sent = try await client.sendCode(to: .email(email))
            notice = "We have sent a code to \(email), if it has an account."
        } catch {
            notice = "\(error.message) \(error.recovery)"
        }
    }

    /// The session's new state then replaces this screen.
    private func signIn(with sent: SentCode) async {
        do {
            _ = try await client.signIn(with: sent, code: code)
        } catch {
            notice = "\(error.message) \(error.recovery)"
        }
    }
}
