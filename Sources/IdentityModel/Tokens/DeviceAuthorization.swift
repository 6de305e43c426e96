// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A device's request for authorization, which the user decides in a browser (RFC 8628).
package struct DeviceAuthorization: Hashable, Sendable {
    /// The sign-in with which a user approved the request.
    package struct Approval: Hashable, Sendable {
        package let user: UserID
        /// The account's token generation. A later one revokes the approval.
        package var generation = 0
        package let authenticatedAt: Timestamp
        package let decidedAt: Timestamp
        package var methods: [String] = []
        package var session: BrowserSession.ID?
        /// The ways in of the sign-in.
        package var ways: [WayReference] = []

        package init(user: UserID, authenticatedAt: Timestamp, decidedAt: Timestamp) {
            self.user = user
            self.authenticatedAt = authenticatedAt
            self.decidedAt = decidedAt
        }
    }

    /// A user's decision.
    package enum Decision: Hashable, Sendable {
        case approved(Approval)
        case denied
    }

    /// The hash of the device code (``TimeOrderedSecret/hash``).
    package let deviceCodeHash: [UInt8]
    /// The code that the user enters, normalized for comparisons.
    package let userCode: String
    package let client: String
    /// The host of the issuer.
    package let host: String
    package var scope: [String] = []
    package var audience: String?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// The user's decision; `nil` while the request is pending.
    package var decision: Decision?

    package init(
        deviceCodeHash: [UInt8], userCode: String, client: String, host: String, createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.deviceCodeHash = deviceCodeHash
        self.userCode = userCode
        self.client = client
        self.host = host
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// Returns the hash of a device code that a client sent, or `nil` if it doesn't have the form of one.
    package static func key(of deviceCode: String) -> [UInt8]? { TimeOrderedSecret(deviceCode)?.hash }
}

/// Reads device authorizations. Expired ones are included until they are removed.
package protocol DeviceAuthorizationReading {
    func find(by deviceCodeHash: [UInt8]) throws -> DeviceAuthorization?
    func find(userCode: String) throws -> DeviceAuthorization?
    /// Returns the number of stored requests that expire after a time, all and those of a client. The server limits
    /// both.
    func count(unexpiredAt time: Timestamp, of client: String) throws -> (all: Int, ofClient: Int)
}

/// Changes device authorizations.
package protocol DeviceAuthorizationStore: DeviceAuthorizationReading {
    /// Stores a request. Fails with `alreadyExists` if either code is taken.
    func insert(_ authorization: DeviceAuthorization) throws
    /// Records the user's decision. Fails with `modifiedConcurrently` if the request was decided before, and with
    /// `notFound` if there is no request with the code or the account doesn't exist.
    func decide(userCode: String, as decision: DeviceAuthorization.Decision) throws
    /// Removes a request, so that of several concurrent uses of a device code one succeeds. Fails with `notFound`.
    func remove(_ deviceCodeHash: [UInt8]) throws
    /// Removes requests that expired before a time and returns how many were removed.
    func removeExpired(before time: Timestamp, limit: Int) throws -> Int
}
