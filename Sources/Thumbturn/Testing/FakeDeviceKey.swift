// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import WireFormats

/// The key of a fake device: it signs at once, and asks nobody.
struct FakeDeviceKey: Sendable {
    let rawRepresentation: Data

    init(rawRepresentation: Data) { self.rawRepresentation = rawRepresentation }

    init() { self.init(rawRepresentation: P256.Signing.PrivateKey().rawRepresentation) }

    func unlocked() throws(PasskeyError) -> FakeSigner {
        do {
            return FakeSigner(key: try P256.Signing.PrivateKey(rawRepresentation: rawRepresentation))
        } catch {
            throw .deviceKeyInvalid
        }
    }
}

struct FakeSigner: AssertionKey {
    let key: P256.Signing.PrivateKey

    var algorithm: String { "ES256" }
    var publicKey: JSONObject { key.publicKey.webKey }

    func signature(for message: Data) async throws(PasskeyError) -> Data {
        do {
            return try key.signature(for: message).rawRepresentation
        } catch {
            throw .deviceKeyInvalid
        }
    }
}
