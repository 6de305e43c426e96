// SPDX-License-Identifier: Apache-2.0

import Foundation
import WireFormats

/// The key of this device, as the keychain has it.
struct LocalDeviceKey: Sendable {
    private static let item = "device-key"

    /// The identifier on the server.
    let id: String
    /// The identifier of the user.
    let user: String
    let pair: DeviceKeyPair
    /// The last sign-in with the key. The server ends its session with the key.
    var signIn: String?

    init(id: String, user: String, pair: DeviceKeyPair, signIn: String? = nil) {
        self.id = id
        self.user = user
        self.pair = pair
        self.signIn = signIn
    }

    /// Returns `nil` for bytes that this version can't read.
    private init?(_ bytes: [UInt8]) {
        guard let object = (try? JSONReader.read(bytes))?.objectValue, object["version"]?.intValue == 1,
            let id = object["id"]?.stringValue, let user = object["user"]?.stringValue,
            let pair = object["key"]?.objectValue.flatMap(DeviceKeyPair.init)
        else { return nil }
        self.init(id: id, user: user, pair: pair, signIn: object["sign_in"]?.stringValue)
    }

    private var bytes: [UInt8] {
        var object: JSONObject = [
            "version": 1, "id": .string(id), "user": .string(user), "key": .object(pair.stored),
        ]
        object["sign_in"] = signIn.map(JSONValue.string)
        return JSONValue.object(object).serialized()
    }

    static func read(from items: KeychainItems) throws(PasskeyError) -> LocalDeviceKey? {
        try items.read(item).flatMap(LocalDeviceKey.init)
    }

    func write(to items: KeychainItems) throws(PasskeyError) {
        try items.write(bytes, as: Self.item, label: id)
    }

    /// Stores what has changed, unless another key has taken its place meanwhile.
    func update(in items: KeychainItems) throws(PasskeyError) {
        _ = try items.update(bytes, of: Self.item, label: id, replacing: id)
    }

    /// Whether a session began with the key.
    func hasBegun(_ session: StoredSession?) -> Bool { signIn != nil && signIn == session?.signIn }

    /// Leaves another key alone that has taken its place meanwhile.
    func remove(from items: KeychainItems) throws(PasskeyError) {
        try items.remove(Self.item, label: id)
    }
}

/// A key pair, in the Secure Enclave or, in the tests of an application, in memory.
enum DeviceKeyPair: Sendable {
    case enclave(EnclaveKey)
    case fake(FakeDeviceKey)

    init?(_ stored: JSONObject) {
        let bytes = stored["private"]?.stringValue.flatMap { Base64URL.decode($0) }.map { Data($0) }
        guard let bytes else { return nil }
        if stored["kind"] == "fake" {
            self = .fake(FakeDeviceKey(rawRepresentation: bytes))
        } else if let protection = stored["protection"]?.stringValue.flatMap(DeviceKeys.Protection.init(stored:)) {
            self = .enclave(EnclaveKey(dataRepresentation: bytes, protection: protection))
        } else {
            return nil
        }
    }

    var stored: JSONObject {
        switch self {
        case .fake(let key):
            ["kind": "fake", "private": .string(Base64URL.encode([UInt8](key.rawRepresentation)))]
        case .enclave(let key):
            [
                "private": .string(Base64URL.encode([UInt8](key.dataRepresentation))),
                "protection": .string(key.protection.stored),
            ]
        }
    }

    /// The public key, for which nobody is asked.
    func publicKey() throws(PasskeyError) -> JSONObject {
        switch self {
        case .enclave(let key): try key.publicKey()
        case .fake(let key): try key.unlocked().publicKey
        }
    }

    /// Asks the owner of the device, and returns the key that signs.
    func unlocked(reason: String) async throws(PasskeyError) -> any AssertionKey {
        switch self {
        case .enclave(let key): try await key.unlocked(reason: reason)
        case .fake(let key): try key.unlocked()
        }
    }
}

extension DeviceKeys.Protection {
    fileprivate init?(stored: String) {
        switch stored {
        case Self.userPresence.stored: self = .userPresence
        case Self.currentBiometrics.stored: self = .currentBiometrics
        default: return nil
        }
    }

    fileprivate var stored: String { self == .userPresence ? "user_presence" : "current_biometrics" }
}
