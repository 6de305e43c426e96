// SPDX-License-Identifier: Apache-2.0

import ClientContract
import CryptoKit
import Foundation
import WireFormats

/// A key that signs what a device key has to say.
protocol AssertionKey: Sendable {
    /// The name of the algorithm in JOSE.
    var algorithm: String { get }
    /// A JWK with the members of its thumbprint, in the order of their names (RFC 7638).
    var publicKey: JSONObject { get }

    /// Returns the signature in the form of JOSE.
    func signature(for message: Data) async throws(PasskeyError) -> Data
}

/// A challenge of the server, and what a key says about it.
struct DeviceKeyChallenge: Sendable {
    /// The seconds for which a statement is valid.
    private static let lifetime: Int64 = 60

    let answer: DeviceKeyChallengeAnswer
    /// Comes back with the statement. In a sign-up, it changes after a wrong code.
    var session: String
    var verificationRequired: [String]
    private let receivedAt = ContinuousClock.now

    init(_ answer: DeviceKeyChallengeAnswer) {
        self.answer = answer
        session = answer.session
        verificationRequired = answer.verificationRequired
    }

    /// Has a key sign a statement for this client, this server and this challenge.
    ///
    /// - Parameters:
    ///   - user: Whose key it is, unless the user signs up.
    ///   - id: The identifier of the key, once it is registered.
    func assertion(
        of user: String?, signedBy key: any AssertionKey, withID id: String?, in context: ClientContext
    ) async throws(PasskeyError) -> String {
        var header: JSONObject = ["alg": .string(key.algorithm), "typ": "device-key+jwt"]
        header["kid"] = id.map(JSONValue.string)
        let random = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let time = now
        var claims: JSONObject = ["iss": .string(context.clientID)]
        claims["sub"] = user.map(JSONValue.string)
        claims["aud"] = .string(context.issuer)
        claims["iat"] = .number(JSONNumber(time))
        claims["exp"] = .number(JSONNumber(time + Self.lifetime))
        claims["jti"] = .string(Base64URL.encode(random))
        claims["challenge"] = .string(answer.challenge)
        let message = [header, claims].map { Base64URL.encode(JSONValue.object($0).serialized()) }
            .joined(separator: ".")
        let signature = try await key.signature(for: Data(message.utf8))
        return "\(message).\(Base64URL.encode([UInt8](signature)))"
    }

    /// The server's time, as far as the server has said it: a device whose clock is wrong can sign in all the same.
    private var now: Int64 {
        guard let sentAt = answer.date.flatMap(Self.time) else { return Int64(Date().timeIntervalSince1970) }
        return sentAt.secondsSince1970 + (ContinuousClock.now - receivedAt).components.seconds
    }

    private static let months = [
        "Jan": "01", "Feb": "02", "Mar": "03", "Apr": "04", "May": "05", "Jun": "06", "Jul": "07", "Aug": "08",
        "Sep": "09", "Oct": "10", "Nov": "11", "Dec": "12",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that servers may send.
    private static func time(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 6, let month = months[parts[2]] else { return nil }
        return Timestamp("\(parts[3])-\(month)-\(parts[1])T\(parts[4])Z")
    }
}

/// The identifier of a key on the server. It follows from the user and the public key, so that a device knows it without
/// asking.
enum DeviceKeyID {
    static func text(for user: String, publicKey: JSONObject) -> String {
        let thumbprint = SHA256.hash(data: Data(JSONValue.object(publicKey).serialized()))
        let hash = SHA256.hash(data: Data(Array("\(user)\n".utf8) + Array(thumbprint)))
        return "device-key|\(Base64URL.encode(Array(hash.prefix(16))))"
    }
}

extension P256.Signing.PublicKey {
    /// A JWK with the members of its thumbprint, in the order of their names.
    var webKey: JSONObject {
        let bytes = [UInt8](rawRepresentation)
        return [
            "crv": "P-256", "kty": "EC", "x": .string(Base64URL.encode(Array(bytes.prefix(32)))),
            "y": .string(Base64URL.encode(Array(bytes.suffix(32)))),
        ]
    }
}
