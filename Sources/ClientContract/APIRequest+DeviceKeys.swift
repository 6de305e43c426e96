// SPDX-License-Identifier: Apache-2.0

import WireFormats

// What users do with the key of a device. A sign-in is two requests: the one for a challenge, and `tokens(_:)` with the
// assertion that the key has signed.

extension APIRequest<DeviceKeyChallengeAnswer> {
    package static func deviceKeyChallenge(_ body: DeviceKeyChallengeBody) -> Self {
        Self("POST", "\(deviceKeyPath)/challenge", body: body.json) { DeviceKeyChallengeAnswer($0, body: $1) }
    }

    package static func deviceKeySignUp(_ body: DeviceKeyRegisterBody) -> Self {
        Self("POST", "\(deviceKeyPath)/register", body: body.json) { DeviceKeyChallengeAnswer($0, body: $1) }
    }
}

// MARK: The user's own account, whose requests need an access token

extension APIRequest<DeviceKeyListAnswer> {
    package static var deviceKeys: Self {
        Self("GET", deviceKeyPath) { DeviceKeyListAnswer($1) }
    }
}

extension APIRequest<DeviceKeyAnswer> {
    package static func deviceKeyRegistration(_ body: DeviceKeyCreateBody) -> Self {
        Self("POST", deviceKeyPath, body: body.json) { DeviceKeyAnswer($1) }
    }
}

extension APIRequest<Void> {
    package static func deviceKeyRemoval(of id: String) -> Self {
        Self("DELETE", "\(deviceKeyPath)/\(PercentEncoding.encode(id))") { _, _ in () }
    }
}

private let deviceKeyPath = "/device-keys"
