// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import WireFormats

/// A signed message in the compact form of JSON Web Signature (RFC 7515): header, payload and signature.
///
/// The payload must not be trusted before ``verify(with:algorithms:)`` has returned.
package struct CompactJWS: Hashable, Sendable {
    package let header: JSONObject
    /// The header's `alg`, which need not be an algorithm of ``JWSAlgorithm``.
    package let algorithm: String
    package let payload: [UInt8]
    package let signature: [UInt8]
    private let signedBytes: [UInt8]

    package init(_ text: String) throws(JWSRejection) {
        try self.init([UInt8](text.utf8))
    }

    package init(_ bytes: [UInt8]) throws(JWSRejection) {
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3, let head = parts.first, let body = parts.dropFirst().first, let tail = parts.last else {
            throw .malformed
        }
        guard let headerBytes = Base64URL.decode(head), let payload = Base64URL.decode(body),
            let signature = Base64URL.decode(tail),
            let header = (try? JSONReader.read(headerBytes))?.objectValue,
            let algorithm = header["alg"]?.stringValue
        else {
            throw .malformed
        }
        guard header["crit"] == nil else {
            throw .criticalHeaderNotUnderstood
        }
        self.header = header
        self.algorithm = algorithm
        self.payload = payload
        self.signature = signature
        signedBytes = [UInt8](bytes.prefix(head.count + 1 + body.count))
    }

    /// Throws unless the signature was made with this key and one of these algorithms. The header alone doesn't decide.
    package func verify(with key: PublicKey, algorithms: [JWSAlgorithm]) throws(JWSRejection) {
        guard let row = algorithms.first(where: { $0.name == algorithm }) else {
            throw .algorithmNotAllowed
        }
        guard row.verify(signature: signature, over: signedBytes, with: key) else {
            throw .signatureInvalid
        }
    }

    /// The certificates of the header's `x5c`, the signer's first. The caller decides whether they are trusted.
    package func certificateChain() throws(JWSRejection) -> [Certificate] {
        guard let member = header["x5c"] else {
            throw .certificatesMissing
        }
        guard let texts = member.arrayValue else {
            throw .certificateMalformed
        }
        guard !texts.isEmpty else {
            throw .certificatesMissing
        }
        var chain: [Certificate] = []
        for text in texts {
            guard let der = text.stringValue.flatMap(Base64.decode), let certificate = try? Certificate(der: der)
            else {
                throw .certificateMalformed
            }
            chain.append(certificate)
        }
        return chain
    }

    /// Signs a payload. The header consists of `alg` and the extra members.
    package static func signed(
        payload: [UInt8], header extra: JSONObject = [:], key: PrivateKey, algorithm: JWSAlgorithm
    ) -> String {
        signed(payload: payload, header: JWSHeader(extra, algorithm: algorithm), key: key)
    }

    /// Signs a payload under a prepared header. The key must be of its algorithm's kind.
    package static func signed(payload: [UInt8], header: JWSHeader, key: PrivateKey) -> String {
        var token = header.encoded
        // Room for an RSA signature of 2,048 bits, so that the text grows in place.
        token.reserveCapacity(token.count + payload.count / 3 * 4 + 352)
        Base64URL.append(payload, to: &token)
        let signature = header.algorithm.sign(token, with: key)
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return String(decoding: token, as: UTF8.self)
    }
}

/// The header of a key's tokens, encoded once because it is the same in each of them.
package struct JWSHeader: Hashable, Sendable {
    package let algorithm: JWSAlgorithm
    /// The header in base64url, and the period that follows it.
    fileprivate let encoded: [UInt8]

    /// Encodes `alg` and then the extra members.
    package init(_ extra: JSONObject = [:], algorithm: JWSAlgorithm) {
        let members = [JSONObject.Member(name: "alg", value: .string(algorithm.name))]
        let header = JSONValue.object(JSONObject(members + extra.members.filter { $0.name != "alg" }))
        var encoded: [UInt8] = []
        Base64URL.append(header.serialized(), to: &encoded)
        self.algorithm = algorithm
        self.encoded = encoded + [UInt8(ascii: ".")]
    }
}

/// Why a signed message is rejected.
package enum JWSRejection: Error, Hashable {
    case malformed
    case algorithmNotAllowed
    case criticalHeaderNotUnderstood
    case certificatesMissing
    case certificateMalformed
    case signatureInvalid
}
