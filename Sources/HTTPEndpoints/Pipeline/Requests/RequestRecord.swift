// SPDX-License-Identifier: Apache-2.0

package import WebAuthnVerification
package import WireFormats

/// The log record of a request. It contains no secrets.
package struct RequestRecord: Sendable {
    package var reference: String
    package var method: String
    /// The path's pattern, so that names are not logged. An unknown path is logged as it came, shortened.
    package var path: String
    package var host: String
    package var address: String
    package var status: Int
    /// The duration of the request, in microseconds.
    package var duration: Int64
    package var client: String?
    package var user: String?
    /// The stable code of the problem.
    package var code: String?
    /// The description for the client or, for a rejected response, the result of its verification.
    package var explanation: String?
    /// The report on a rejected response.
    package var report: RejectionReport?
    /// The origin or URL that was rejected, and those that are accepted.
    package var received: String?
    package var allowed: [String]?
    /// The cause, for operators only.
    package var cause: String?
    package var time: Timestamp

    package init(
        reference: String, method: String, path: String, host: String, address: String, status: Int,
        duration: Int64, time: Timestamp
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
