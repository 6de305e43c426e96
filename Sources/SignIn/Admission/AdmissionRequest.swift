// SPDX-License-Identifier: Apache-2.0

package import Configuration

/// A client's request to sign users up or in. It is a class because a client has many members, and each check takes the
/// request.
package final class AdmissionRequest: Sendable {
    package let client: Client
    package let host: String
    /// The connection the client names.
    package let realm: String?
    /// The organization the client names, by id or name.
    package let organization: String?

    package init(client: Client, host: String, realm: String? = nil, organization: String? = nil) {
        self.client = client
        self.host = host
        self.realm = realm
        self.organization = organization
    }
}
