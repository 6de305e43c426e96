// SPDX-License-Identifier: Apache-2.0

import Configuration

/// A URL of a request that is not one of those that the configuration lists.
struct URLMismatch: Sendable {
    /// The URL without its query, which may be about a user.
    let received: String
    /// The URLs that are listed.
    let allowed: [String]

    init(received: String, allowed: [String]) {
        let place = received.prefix { $0 != "?" && $0 != "#" }
        self.received = String(place.prefix(300)) + (place.endIndex == received.endIndex ? "" : "?…")
        self.allowed = allowed
    }

    /// A sentence about it for the page, which developers see on their own machines.
    func explanation(of client: Client?) -> String {
        let whose = client.map { "The client \($0.name) (\($0.id))" } ?? "The server"
        let listed = allowed.isEmpty ? "none" : allowed.joined(separator: ", ")
        return "Received: \(received). \(whose) lists: \(listed)."
    }
}
