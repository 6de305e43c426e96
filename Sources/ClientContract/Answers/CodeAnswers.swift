// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A code that was sent, or would have been if there were an account.
package struct CodeChallengeAnswer: Sendable {
    /// Comes back with the code.
    package let session: String

    package init(session: String) {
        self.session = session
    }

    /// Returns `nil` if a member is missing.
    package init?(_ body: JSONObject) {
        guard let session = body.text("auth_session") else { return nil }
        self.init(session: session)
    }

    package var json: JSONObject { ["auth_session": .string(session)] }
}

/// The change of an address that has begun: a code is on its way to the new one.
package struct AddressChangeAnswer: Sendable {
    /// The identifier in the path of the verification.
    package let method: String
    /// Comes back with the code.
    package let session: String

    package init(method: String, session: String) {
        self.method = method
        self.session = session
    }

    /// Returns `nil` if a member is missing.
    package init?(_ body: JSONObject) {
        guard let method = body.text("id"), let session = body.text("auth_session") else { return nil }
        self.init(method: method, session: session)
    }

    package var json: JSONObject { ["id": .string(method), "auth_session": .string(session)] }
}
