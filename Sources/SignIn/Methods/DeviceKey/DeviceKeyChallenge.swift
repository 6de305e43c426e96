// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
import WebAuthnMessages
import WireFormats

/// What a device key signs, between the request for it and its answer. The server does not store it: the client holds it,
/// sealed, and sends it back with what the key has signed.
struct DeviceKeyChallenge: Hashable, Sendable {
    /// A new account, which is stored once its key has signed.
    struct SignUp: Hashable, Sendable {
        let draft: SignUpDraft
        let deviceName: String
        /// An X.509 SubjectPublicKeyInfo, DER.
        let publicKey: [UInt8]
    }

    static let lifetime = 300

    /// By which it is used once.
    let id: [UInt8]
    let bytes: [UInt8]
    let client: String
    let host: String
    let connection: String
    let expiresAt: Timestamp
    let signUp: SignUp?

    init(
        client: String, host: String, connection: String, signUp: SignUp? = nil, validFor lifetime: Int = lifetime,
        at time: Timestamp
    ) {
        id = Randomness.bytes(16, after: TimeOrderedID.prefix(at: time))
        bytes = Randomness.bytes(32)
        self.client = client
        self.host = host
        self.connection = connection
        self.signUp = signUp
        expiresAt = time.advanced(by: lifetime)
    }

    /// The challenge as the key signs it.
    var text: String { Base64URL.encode(bytes) }

    /// Uses it up. Of two who answer it, one succeeds.
    func take(in transaction: any StorageTransaction, at time: Timestamp) throws {
        guard expiresAt > time else { throw SignInFailure.deviceKey(.mismatch(.challenge)) }
        try transaction.reporting(.alreadyConsumed, as: SignInFailure.deviceKey(.mismatch(.replayed))) {
            try transaction.oneTime.consume(id, expiresAt: expiresAt)
        }
    }
}

/// A challenge for the client.
package struct StartedDeviceKey: Sendable {
    package let challenge: String
    package let session: String
    /// In seconds.
    package let validFor: Int
    /// The addresses that the sign-up proves.
    package var verifications: [Identifier.Kind] = []
}

/// Seals challenges with the host's key.
struct DeviceKeySeal: Sendable {
    private static let context = [UInt8]("thumbturn device key 1".utf8)

    let key: AEADKey

    func seal(_ challenge: DeviceKeyChallenge) -> String {
        Base64URL.encode(key.sealApart(challenge.sealed, authenticating: Self.context))
    }

    /// Returns `nil` if the text was not sealed here.
    func open(_ text: String) -> DeviceKeyChallenge? {
        guard let sealed = Base64URL.decode(text), let bytes = key.openApart(sealed, authenticating: Self.context)
        else { return nil }
        return DeviceKeyChallenge(sealed: bytes)
    }
}

extension DeviceKeyChallenge {
    fileprivate var sealed: [UInt8] {
        var fields: [UInt8] = []
        fields.append(bigEndian: expiresAt.secondsSince1970)
        for field in [id, bytes] { fields.append(field: field) }
        for text in [client, host, connection] { fields.append(field: text.utf8) }
        guard let signUp else { return fields }
        fields.append(field: JSONValue.object(signUp.draft.json).serialized())
        fields.append(field: signUp.deviceName.utf8)
        fields.append(field: signUp.publicKey)
        return fields
    }

    fileprivate init?(sealed: [UInt8]) {
        var fields = ByteReader(sealed)
        guard let expiresAt = fields.readTimestamp(), let id = fields.readField(), let bytes = fields.readField(),
            let client = fields.readText(), let host = fields.readText(), let connection = fields.readText()
        else { return nil }
        self.id = Array(id)
        self.bytes = Array(bytes)
        self.client = client
        self.host = host
        self.connection = connection
        self.expiresAt = expiresAt
        guard !fields.isAtEnd else {
            signUp = nil
            return
        }
        guard let json = fields.readField().flatMap({ try? JSONReader.read(Array($0)) }),
            let draft = SignUpDraft(json: json), let deviceName = fields.readText(), let key = fields.readField()
        else { return nil }
        signUp = SignUp(draft: draft, deviceName: deviceName, publicKey: Array(key))
    }
}
