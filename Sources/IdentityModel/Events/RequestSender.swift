// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The sender of a request, for limits, sessions and audit events.
///
/// It is a class because each use case passes it on.
package final class RequestSender: Sendable {
    /// `nil` if an operator's command asks.
    package let address: String?
    /// The network for the limit on new accounts.
    package let signUpNetwork: [UInt8]
    /// The origin of the page that sent the request, if a page did.
    package let origin: String?
    /// The reference of the request in the log.
    package let reference: String?
    /// The client's description of itself, by which users recognize a device.
    package let userAgent: String?
    /// The languages that the client prefers, as a header has them (RFC 9110, section 12.5.4).
    package let languages: String?
    /// The marks of the accounts that know the browser.
    package let browserMarks: String?

    package init(
        address: String? = nil, signUpNetwork: [UInt8] = [], origin: String? = nil, reference: String? = nil,
        userAgent: String? = nil, languages: String? = nil, browserMarks: String? = nil
    ) {
        self.address = address
        self.signUpNetwork = signUpNetwork
        self.origin = origin
        self.reference = reference
        self.userAgent = userAgent
        self.languages = languages
        self.browserMarks = browserMarks
    }

    /// Returns the audit event of something that the request did.
    ///
    /// - Parameter client: The client's id; `nil` on the server's own pages.
    package func event(
        _ kind: AuditEvent.Kind, of user: UserID, client: String?, at time: Timestamp,
        details: JSONObject = JSONObject()
    ) -> AuditEvent {
        var event = AuditEvent(kind, at: time)
        event.user = user
        event.client = client
        event.address = address
        event.reference = reference
        event.details = details
        return event
    }
}
