// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

/// The known state of a record. A request without a response may or may not have taken effect.
enum Certainty {
    case present
    case absent
    case unknown
}

/// A passkey with what the server acknowledged about it.
final class TrackedKey {
    let device: SoftwareAuthenticator
    var presence: Certainty
    /// The possible names.
    var names: [String?] = [nil]
    /// The ID in the My Account API, `nil` until it is listed.
    var id: String?

    init(_ device: SoftwareAuthenticator, presence: Certainty) {
        self.device = device
        self.presence = presence
    }

    /// The `key_id` in the list, `nil` until the device has created the credential.
    var credentialID: String? { device.credentials.first.map { Base64URL.encode($0.id) } }

    var counts: Bool { device.profile.counter == .incrementing }
}
