// SPDX-License-Identifier: Apache-2.0

import SwiftUI
import Thumbturn

/// The user's notes, from an API that accepts the server's access tokens.
struct NotesScreen: View {
    let user: User

    @State private var notes: [Note] = []
    @State private var failure: String?

    var body: some View {
        List {
            if let failure { Text(failure) }
            ForEach(notes) { Text($0.text) }
        }
        .navigationTitle("Notes")
        .toolbar {
            NavigationLink("Account") { AccountScreen(user: user) }
        }
        .task { await load() }
        .refreshable { await load() }
    }

    private func load() async {
        do {
            notes = try await NotesAPI.notes()
            failure = nil
        } catch {
            // A `PasskeyError` has a sentence for the user there, too.
            failure = error.localizedDescription
        }
    }
}

struct Note: Decodable, Identifiable, Sendable {
    let id: String
    let text: String
}

/// The application's own API.
enum NotesAPI {
    /// The API's identifier in the server's configuration.
    static let audience = "https://api.example.com/"

    static func notes() async throws -> [Note] {
        guard let url = URL(string: audience + "notes") else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        // Refreshed when it is about to expire. With DPoP, `authorize(_:)` does this and adds the proof.
        let token = try await PasskeyClient.notes.accessToken()
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
        return try JSONDecoder().decode([Note].self, from: data)
    }
}
