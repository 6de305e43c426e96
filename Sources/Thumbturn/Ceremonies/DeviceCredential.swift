// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

/// What the user picks in a sheet, as a value that can leave the main actor.
enum DeviceCredential: Sendable {
    case passkey(DeviceResponse)
    case password(SavedPassword)

    /// Returns `nil` for a credential that this version does not know.
    init?(_ credential: any ASAuthorizationCredential) {
        if let password = credential as? ASPasswordCredential {
            self = .password(SavedPassword(username: password.user, password: password.password))
        } else if let response = DeviceResponse(credential) {
            self = .passkey(response)
        } else {
            return nil
        }
    }
}

/// A user's name and password. Nothing stores it, and what prints it does not show the password.
struct SavedPassword: Sendable, CustomStringConvertible, CustomReflectable {
    let username: String
    let password: String

    var description: String { "the password of \(username)" }
    var customMirror: Mirror { Mirror(self, children: ["username": username]) }
}
