// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification
package import WireFormats

/// What the log says of one request. Nothing in it is secret.
package struct RequestRecord: Sendable {
    package var reference: String
    package var method: String
    /// The route's pattern, so that names do not get into the log; what is no route is told as it came, cut short.
    package var path: String
    package var host: String
    package var address: String
    package var status: Int
    package var duration: Duration
    package var client: String?
    package var user: String?
    /// The stable name of the reason, if the request was refused.
    package var code: String?
    /// What the client was told, or, of a rejected ceremony, what was found.
    package var explanation: String?
    /// Why a ceremony's response was rejected.
    package var report: RejectionReport?
    /// What only operators are told.
    package var cause: String?
    package var time: Timestamp

    package init(
        reference: String, method: String, path: String, host: String, address: String, status: Int,
        duration: Duration, time: Timestamp
    ) {
        self.reference = reference
        self.method = method
        self.path = path
        self.host = host
        self.address = address
        self.status = status
        self.duration = duration
        self.time = time
    }
}
