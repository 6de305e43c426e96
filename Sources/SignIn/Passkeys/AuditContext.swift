// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The request in which something happens, as far as it is kept.
struct AuditContext: Sendable {
    /// The client, if one takes part.
    var client: String?
    var address: String?
    var reference: String?
    var userAgent: String?

    func event(
        _ kind: AuditEvent.Kind, of user: UserID, at time: Timestamp, _ details: JSONObject = JSONObject()
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
