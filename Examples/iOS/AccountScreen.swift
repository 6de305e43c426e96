// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Thumbturn
import ThumbturnUI

/// Who is signed in, with which passkeys, and the way out.
struct AccountScreen: View {
    let user: User

    var body: some View {
        List {
            Section("Signed In As") {
                if let name = user.name { Text(name) }
                if let email = user.email { Text(email) }
            }
            Section {
                NavigationLink("Passkeys") { PasskeyList(client: .notes) }
                Button("Sign Out", role: .destructive) {
                    Task { await PasskeyClient.notes.signOut() }
                }
            }
        }
        .navigationTitle("Account")
    }
}
