// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import WireFormats

/// What is known of something that was asked for: a request that was not answered may have been carried out or not.
enum Certainty {
    case present
    case absent
    case unknown
}

/// A passkey with what its owner was told about it.
final class TrackedKey {
    let device: SoftwareAuthenticator
    var presence: Certainty
    /// The names that it may have.
    var names: [String?] = [nil]
    /// At the interface to one's own account; nil before it was listed.
    var id: String?

    init(_ device: SoftwareAuthenticator, _ presence: Certainty) {
        self.device = device
        self.presence = presence
    }

    /// As the list has it under `key_id`; nil before the device has made it.
    var credentialID: String? { device.credentials.first.map { Base64URL.encode($0.id) } }

    var counts: Bool { device.profile.counter == .incrementing }
}
