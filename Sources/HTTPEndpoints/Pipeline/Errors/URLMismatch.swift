// SPDX-License-Identifier: Apache-2.0

import Configuration

/// A URL of a request that is not one of those that the configuration lists.
struct URLMismatch: Sendable {
    /// The URL without its query and a user's name, which may be secret.
    let received: String
    /// The URLs that are listed.
    let allowed: [String]

    init(received: String, allowed: [String]) {
        let place = received.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        let hasQuery = place.endIndex != received.unicodeScalars.endIndex
        var parts = place.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        if parts.count > 2, let name = parts[2].lastIndex(of: "@") { parts[2] = parts[2][name...].dropFirst() }
        let shown = parts.joined(separator: "/".unicodeScalars).prefix(300)
        self.received = String(String.UnicodeScalarView(shown)) + (hasQuery ? "?…" : "")
        self.allowed = allowed
    }

    /// A sentence about it for the page, which developers see on their own machines.
    func explanation(of client: Client?) -> String {
        let whose = client.map { "The client \($0.name) (\($0.id))" } ?? "The server"
        let listed = allowed.isEmpty ? "none" : allowed.joined(separator: ", ")
        return "Received: \(received). \(whose) lists: \(listed)."
    }
}
