// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

/// Whether a record exists. It is unknown after a request without a response.
enum Presence {
    case present
    case absent
    case unknown
}

/// A passkey with the changes that the server acknowledged.
final class TrackedKey {
    let device: SoftwareAuthenticator
    var presence: Presence
    /// The possible names.
    var names: [String?] = [nil]
    /// The ID in the My Account API, `nil` until it is listed.
    var id: String?

    init(_ device: SoftwareAuthenticator, presence: Presence) {
        self.device = device
        self.presence = presence
    }

    /// The `key_id` in the list, `nil` until the device has created the credential.
    var credentialID: String? { device.credentials.first.map { Base64URL.encode($0.id) } }

    var counts: Bool { device.profile.counter == .incrementing }
}
