// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The time and the methods of an authentication.
package struct AuthenticationFacts: Hashable, Sendable {
    package let authenticatedAt: Timestamp
    /// The method names of RFC 8176.
    package let methods: [String]

    package init(authenticatedAt: Timestamp, methods: [String]) {
        self.authenticatedAt = authenticatedAt
        self.methods = methods
    }
}
