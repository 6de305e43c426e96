// SPDX-License-Identifier: Apache-2.0

import ClientContract
public import Foundation
import WireFormats

/// A key in the Secure Enclave of a device with which the user signs in, as the server knows it.
public struct DeviceKey: Hashable, Sendable, Identifiable {
    /// The identifier on the server.
    public let id: String
    /// The name of the device, as it was given when the key was registered.
    public let name: String
    /// The client ID of the application that has registered it. An account has the keys of all its applications.
    public let clientID: String
    /// When it was registered.
    public let createdAt: Date
    /// When the user last signed in with it.
    public let lastUsedAt: Date?
    /// Until when it proves no more than what has added it.
    public let unconfirmedUntil: Date?
    /// The identifier of the passkey that has taken its place: the user has added it with this key, and has had it for
    /// three days. ``DeviceKeys/removeReplaced()`` then removes the key.
    public let replacedBy: String?
    /// Whether it is the key of this device.
    public let isOnThisDevice: Bool

    /// Describes a key, for tests and previews. Real ones come from the server.
    public init(
        id: String, name: String, clientID: String = "", createdAt: Date, lastUsedAt: Date? = nil,
        unconfirmedUntil: Date? = nil, replacedBy: String? = nil, isOnThisDevice: Bool = false
    ) {
        self.id = id
        self.name = name
        self.clientID = clientID
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.unconfirmedUntil = unconfirmedUntil
        self.replacedBy = replacedBy
        self.isOnThisDevice = isOnThisDevice
    }

    init(_ answer: DeviceKeyAnswer, isOnThisDevice: Bool) {
        self.init(
            id: answer.id, name: answer.deviceName, clientID: answer.clientID, createdAt: Date(answer.createdAt),
            lastUsedAt: answer.lastUsedAt.map { Date($0) }, unconfirmedUntil: answer.unconfirmedUntil.map { Date($0) },
            replacedBy: answer.replacedBy, isOnThisDevice: isOnThisDevice)
    }
}

extension Date {
    fileprivate init(_ timestamp: Timestamp) {
        self.init(timeIntervalSince1970: Double(timestamp.secondsSince1970))
    }
}
