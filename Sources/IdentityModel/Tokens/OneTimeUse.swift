// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The use of a signed message that must not be accepted twice. It is consumed in the transaction that stores the result of
/// the request.
package struct OneTimeUse: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// A client assertion (RFC 7523).
        case clientAssertion
        /// A DPoP proof (RFC 9449).
        case proofOfPossession
    }

    package let kind: Kind
    /// A digest of the message's identifying parts.
    package let id: [UInt8]
    /// The time after which the message would be rejected anyway.
    package let expiresAt: Timestamp

    package init(kind: Kind, id: [UInt8], expiresAt: Timestamp) {
        self.kind = kind
        self.id = id
        self.expiresAt = expiresAt
    }
}
