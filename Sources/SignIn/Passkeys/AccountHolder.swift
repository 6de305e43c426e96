// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel

/// Somebody who is signed in and asks about their own account, as a verified access token says.
package struct AccountHolder: Sendable {
    package var user: UserID
    package var client: Client
    package var host: String
    package var address: String?
    /// The name of the request in the log.
    package var reference: String?
    package var userAgent: String?
    /// The generation of the token.
    package var tokenGeneration = 0

    package init(user: UserID, client: Client, host: String) {
        self.user = user
        self.client = client
        self.host = host
    }

    var auditContext: AuditContext {
        AuditContext(client: client.id, address: address, reference: reference, userAgent: userAgent)
    }
}
