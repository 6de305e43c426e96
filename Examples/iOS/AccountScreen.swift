// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Thumbturn
import ThumbturnUI

/// Who is signed in, with which passkeys, and the ways out.
struct AccountScreen: View {
    let user: User
    @State private var isDeleting = false
    @State private var notice: String?

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
            Section {
                Button("Delete Account", role: .destructive) { isDeleting = true }
                if let notice { Text(notice) }
            }
        }
        .navigationTitle("Account")
        .confirmationDialog("Delete Account?", isPresented: $isDeleting, titleVisibility: .visible) {
            Button("Delete Account", role: .destructive) { Task { await delete() } }
        } message: {
            Text("You are signed out everywhere. The account is erased in three days.")
        }
    }

    private func delete() async {
        do {
            try await PasskeyClient.notes.deleteAccount()
        } catch .canceled {
            notice = nil
        } catch {
            notice = "\(error.message) \(error.recovery)"
        }
    }
}
