// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A user's consent that a client gets tokens for an API, or for the user's profile if there is no API.
package struct Consent: Hashable, Sendable {
    package let user: UserID
    package let client: String
    /// The audience of the API; `nil` for `/userinfo` alone.
    package let audience: String?
    package var scope: [String]
    package var grantedAt: Timestamp

    package init(user: UserID, client: String, audience: String?, scope: [String], grantedAt: Timestamp) {
        self.user = user
        self.client = client
        self.audience = audience
        self.scope = scope
        self.grantedAt = grantedAt
    }
}

/// Reads consents.
package protocol ConsentReading {
    func find(user: UserID, client: String, audience: String?) throws -> Consent?
    /// Returns the consents of an account by client and audience.
    func list(of user: UserID) throws -> [Consent]
}

/// Changes consents.
package protocol ConsentStore: ConsentReading {
    /// Inserts a consent, or replaces the scope and time of an earlier one. Fails with `notFound` if the account
    /// doesn't exist.
    func put(_ consent: Consent) throws
    /// Removes the consents for a client, with any audience. Does nothing if there are none.
    func remove(user: UserID, client: String) throws
}

extension ConsentStore {
    /// Stores a consent that adds to what the user has allowed the client before.
    package func add(_ consent: Consent) throws {
        var sum = consent
        sum.scope = try find(user: consent.user, client: consent.client, audience: consent.audience)?.scope ?? []
        sum.scope += consent.scope.filter { !sum.scope.contains($0) }
        try put(sum)
    }
}
