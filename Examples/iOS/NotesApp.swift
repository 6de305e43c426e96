// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Thumbturn

/// An application that shows notes to the user who is signed in.
@main
struct NotesApp: App {
    var body: some Scene {
        WindowGroup { StartScreen() }
    }
}

extension PasskeyClient {
    /// One client serves the whole application.
    static let notes: PasskeyClient = {
        var options = Options()
        options.audience = NotesAPI.audience
        return PasskeyClient(domain: "auth.example.com", clientID: "notes-ios", options: options)
    }()
}

/// Follows the session: a user who signs out, or whose session ends, comes back to the sign-in.
struct StartScreen: View {
    @State private var state: SessionState?

    var body: some View {
        Group {
            switch state {
            case .signedIn(let user): NavigationStack { NotesScreen(user: user) }
            case .signedOut(let reason): SignInScreen(reason: reason)
            case nil: ProgressView()
            }
        }
        .task {
            for await state in PasskeyClient.notes.sessionStates { self.state = state }
        }
    }
}
