// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WireFormats

/// A public key in the form of JSON Web Key (RFC 7517, RFC 7518 section 6, RFC 8037).
package struct JSONWebKey: Hashable, Sendable {
    /// The members that define the key, in the order of its thumbprint.
    package let members: JSONObject
    package let publicKey: PublicKey

    /// Reads a key from outside. Other members, such as `kid`, `use` and `alg`, are dropped.
    package init(_ json: JSONObject) throws(JSONWebKeyRejection) {
        guard !json.members.contains(where: { Self.privateMembers.contains($0.name) }) else {
            throw .privateKey
        }
        switch json["kty"]?.stringValue {
        case "EC": (publicKey, members) = try Self.readElliptic(json)
        case "RSA": (publicKey, members) = try Self.readRSA(json)
        case "OKP": (publicKey, members) = try Self.readEdwards(json)
        case nil: throw .malformed
        default: throw .kindNotSupported
        }
    }

    /// Returns `nil` for keys that have no name in JOSE.
    package init?(_ publicKey: PublicKey) {
        self.publicKey = publicKey
        if case .elliptic(let curve) = publicKey.kind, let point = publicKey.ellipticPoint {
            members = [
                "crv": .string(curve.webName), "kty": "EC", "x": .string(Base64URL.encode(point.x)),
                "y": .string(Base64URL.encode(point.y)),
            ]
        } else if let numbers = publicKey.rsaComponents {
            members = [
                "e": .string(Base64URL.encode(numbers.exponent)), "kty": "RSA",
                "n": .string(Base64URL.encode(numbers.modulus)),
            ]
        } else if case .edwards(let curve) = publicKey.kind, let bytes = publicKey.edwardsBytes {
            members = ["crv": .string(curve.webName), "kty": "OKP", "x": .string(Base64URL.encode(bytes))]
        } else {
            return nil
        }
    }

    /// The thumbprint (RFC 7638) with SHA-256.
    package var thumbprint: [UInt8] {
        DigestAlgorithm.sha256.hash(JSONValue.object(members).serialized())
    }

    package static func == (left: JSONWebKey, right: JSONWebKey) -> Bool {
        left.members == right.members
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(members)
    }

    /// RFC 7518, sections 6.2.2, 6.3.2 and 6.4; RFC 8037, section 2.
    private static let privateMembers: Set<String> = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    private static func readElliptic(
        _ json: JSONObject
    ) throws(JSONWebKeyRejection) -> (PublicKey, JSONObject) {
        let name = json["crv"]?.stringValue
        guard let curve = EllipticCurve.allCases.first(where: { $0.webName == name }) else {
            throw name == nil ? .malformed : .kindNotSupported
        }
        let x = try bytes(json["x"])
        let y = try bytes(json["y"])
        let key = try make { () throws(KeyRejection) in try PublicKey.elliptic(curve, x: x.bytes, y: y.bytes) }
        return (key, ["crv": .string(curve.webName), "kty": "EC", "x": .string(x.text), "y": .string(y.text)])
    }

    private static func readRSA(_ json: JSONObject) throws(JSONWebKeyRejection) -> (PublicKey, JSONObject) {
        let modulus = try bytes(json["n"])
        let exponent = try bytes(json["e"])
        let key = try make { () throws(KeyRejection) in
            try PublicKey.rsa(modulus: modulus.bytes, exponent: exponent.bytes)
        }
        return (key, ["e": .string(exponent.text), "kty": "RSA", "n": .string(modulus.text)])
    }

    private static func readEdwards(_ json: JSONObject) throws(JSONWebKeyRejection) -> (PublicKey, JSONObject) {
        let name = json["crv"]?.stringValue
        guard let curve = EdwardsCurve.allCases.first(where: { $0.webName == name }) else {
            throw name == nil ? .malformed : .kindNotSupported
        }
        let point = try bytes(json["x"])
        let key = try make { () throws(KeyRejection) in try PublicKey.edwards(curve, bytes: point.bytes) }
        return (key, ["crv": .string(curve.webName), "kty": "OKP", "x": .string(point.text)])
    }

    private static func bytes(_ member: JSONValue?) throws(JSONWebKeyRejection) -> (text: String, bytes: [UInt8]) {
        guard let text = member?.stringValue, let bytes = Base64URL.decode(text) else {
            throw .malformed
        }
        return (text, bytes)
    }

    private static func make(
        _ body: () throws(KeyRejection) -> PublicKey
    ) throws(JSONWebKeyRejection) -> PublicKey {
        do throws(KeyRejection) {
            return try body()
        } catch {
            throw .notAcceptable(error)
        }
    }
}

extension EllipticCurve {
    /// RFC 7518, section 6.2.1.1; RFC 8812, section 3.1.
    fileprivate var webName: String {
        switch self {
        case .p256: "P-256"
        case .p384: "P-384"
        case .p521: "P-521"
        case .secp256k1: "secp256k1"
        }
    }
}

extension EdwardsCurve {
    /// RFC 8037, section 2.
    fileprivate var webName: String {
        switch self {
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        }
    }
}

/// Why a public key in JSON is rejected.
package enum JSONWebKeyRejection: Error, Hashable, Sendable {
    case malformed
    /// A private or symmetric key, which its sender has disclosed.
    case privateKey
    case kindNotSupported
    case notAcceptable(KeyRejection)
}
