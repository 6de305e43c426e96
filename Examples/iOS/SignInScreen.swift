// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Thumbturn
import ThumbturnUI

/// Signs the user in or up. The session's new state then replaces this screen.
struct SignInScreen: View {
    let reason: SignOutReason

    var body: some View {
        NavigationStack {
            PasskeySignInView(client: .notes) { _ in }
                .navigationTitle("Notes")
        }
        .task {
            // A user who has just signed out does not want to be asked. For everybody else, one look is enough if this
            // device has a passkey; without one, nothing appears.
            if reason != .signedOut { _ = try? await PasskeyClient.notes.signInIfAvailable() }
        }
    }
}
