// SPDX-License-Identifier: Apache-2.0

/// Knows by their names the values that never stand in a log.
enum LogSecrets {
    /// What stands in their place.
    static let mark = "…"

    /// Whether a field of this name is withheld, however it is spelled: `client_secret`, `Client-Secret`, `clientSecret`.
    static func withholds(_ name: String) -> Bool {
        let letters = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
        return names.contains(letters) || parts.contains { letters.contains($0) }
            || endings.contains { letters.hasSuffix($0) }
    }

    private static let names: Set<String> = [
        "dpop", "otp", "clientdatajson", "clientdata", "attestationobject", "authenticatordata", "authnresponse",
        "userhandle", "challenge",
    ]
    private static let parts = [
        "secret", "password", "authorization", "cookie", "assertion", "signature", "verifier", "privatekey",
        "masterkey",
    ]
    /// Not `code`: refusals have one.
    private static let endings = ["token", "session", "ticket", "invitation"]
}
