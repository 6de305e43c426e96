// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import JOSE
import WireFormats

/// What has to be remembered of a message that a device key has signed, so that it counts once.
struct SignedMessage: Sendable {
    let id: [UInt8]
    /// The time after which the message would be rejected anyway.
    let expiresAt: Timestamp
}

/// What a device key has signed, in the modern shape: for one client, one server and one challenge.
struct DeviceKeyAssertion: Sendable {
    /// The longest time for which it may be valid.
    private static let longest: Int64 = 60
    /// The tolerated error of the device's clock. The challenge says that it is new.
    private static let skew: Int64 = 60
    private static let maximumLength = 8192
    private static let type = ExactText("device-key+jwt")

    let jws: CompactJWS
    let claims: JSONObject
    let algorithm: JWSAlgorithm

    init(_ text: String) throws(SignInFailure) {
        guard text.utf8.count <= Self.maximumLength, let jws = try? CompactJWS(text),
            jws.header["typ"]?.stringValue.map(ExactText.init) == Self.type,
            let algorithm = [JWSAlgorithm.es256, .rs256].first(where: { $0.name == jws.algorithm }),
            let claims = (try? JSONReader.read(jws.payload))?.objectValue
        else { throw .deviceKey(.mismatch(.malformed)) }
        self.jws = jws
        self.claims = claims
        self.algorithm = algorithm
    }

    /// The ID of the key, as the sender says.
    var keyID: DeviceKey.ID? { jws.header["kid"]?.stringValue.map(DeviceKey.ID.init(rawValue:)) }

    /// Whether a key has signed it. The key decides the algorithm, and the header must agree.
    func isSigned(by key: DevicePublicKey?) -> Bool { DevicePublicKey.isSigned(jws, by: key, as: algorithm) }

    /// Checks what it says, and returns what has to be remembered so that it counts once.
    ///
    /// - Parameter user: Whom it has to name; `nil` for a sign-up, where nobody has an account yet.
    func check(
        _ challenge: DeviceKeyChallenge, of user: UserID?, at issuer: String, _ time: Timestamp
    ) throws(SignInFailure) -> SignedMessage {
        guard claims["iss"]?.stringValue.map(ExactText.init) == ExactText(challenge.client),
            audience.map(ExactText.init) == ExactText(issuer),
            let signed = claims["challenge"]?.stringValue,
            constantTimeEqual([UInt8](signed.utf8), to: [UInt8](challenge.text.utf8))
        else { throw .deviceKey(.mismatch(.claims)) }
        guard claims["sub"]?.stringValue.map(ExactText.init) == user.map({ ExactText($0.rawValue) }) else {
            throw .deviceKey(.mismatch(.otherUser))
        }
        guard let issuedAt = claims["iat"]?.numericDate, let expiresAt = claims["exp"]?.numericDate,
            issuedAt <= time.advanced(by: Int(Self.skew)), expiresAt > time.advanced(by: -Int(Self.skew)),
            expiresAt.secondsSince1970 - issuedAt.secondsSince1970 <= Self.longest
        else { throw .deviceKey(.mismatch(.time)) }
        guard let identifier = claims["jti"]?.stringValue, (1...256).contains(identifier.utf8.count) else {
            throw .deviceKey(.mismatch(.malformed))
        }
        let name = [UInt8]("device-key-assertion\n\(challenge.client)\n\(identifier)".utf8)
        return SignedMessage(
            id: DigestAlgorithm.sha256.hash(name), expiresAt: expiresAt.advanced(by: 2 * Int(Self.skew)))
    }

    /// The one audience.
    private var audience: String? {
        guard let list = claims["aud"]?.arrayValue else { return claims["aud"]?.stringValue }
        return list.count == 1 ? list[0].stringValue : nil
    }
}
