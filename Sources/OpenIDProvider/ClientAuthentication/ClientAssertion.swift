// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import WireFormats

/// A statement of a client about itself, signed with its key (RFC 7523, section 3).
struct ClientAssertion {
    /// The longest time until it expires, and since it was issued.
    private static let longest: Int64 = 300
    /// The tolerated error of the client's clock.
    private static let skew: Int64 = 60

    private let jws: CompactJWS
    private let claims: JSONObject

    init(_ text: String) throws(ClientRejection) {
        guard text.utf8.count <= 8192, let jws = try? CompactJWS(text),
            let claims = (try? JSONReader.read(jws.payload))?.objectValue
        else { throw .assertionMalformed }
        self.jws = jws
        self.claims = claims
    }

    /// The client that an assertion claims to be about, for requests without `client_id`.
    static func subject(of text: String) -> String? {
        (try? ClientAssertion(text))?.claims["sub"]?.stringValue
    }

    /// Verifies that the client signed it for one of these audiences.
    func verify(_ client: Client, audiences: [String], at time: Timestamp) throws(ClientRejection) -> OneTimeUse {
        try verifySignature(client.authentication.keys, at: time)
        guard claims["iss"]?.stringValue.map(ExactText.init) == ExactText(client.id) else {
            throw .assertionIssuerMismatch
        }
        guard claims["sub"]?.stringValue.map(ExactText.init) == ExactText(client.id) else {
            throw .assertionSubjectMismatch
        }
        let named = claims["aud"]?.arrayValue?.map(\.stringValue) ?? [claims["aud"]?.stringValue]
        let known = audiences.map(ExactText.init)
        guard !named.isEmpty, named.allSatisfy({ $0.map { known.contains(ExactText($0)) } ?? false }) else {
            throw .assertionAudienceMismatch
        }
        let expiresAt = try checkTimes(at: time)
        guard let identifier = claims["jti"]?.stringValue, (1...256).contains(identifier.utf8.count) else {
            throw .assertionIdentifierMissing
        }
        let name = [UInt8]("client-assertion\n\(client.id)\n\(identifier)".utf8)
        // It is consumed a moment later, when it may have expired. It must not be forgotten by then.
        return OneTimeUse(
            kind: .clientAssertion, id: DigestAlgorithm.sha256.hash(name),
            expiresAt: expiresAt.advanced(by: Self.skew))
    }

    /// Verifies the signature. The key decides the algorithm, and the header must agree.
    private func verifySignature(
        _ keys: [Configuration.ClientAuthentication.Key], at time: Timestamp
    ) throws(ClientRejection) {
        let id = jws.header["kid"]?.stringValue
        let named = keys.filter { key in id == nil || key.id == nil || key.id == id }
        guard !named.isEmpty else { throw .assertionKeyUnknown }
        let valid = named.filter { key in key.expiresAt.map { $0 > time } ?? true }
        guard !valid.isEmpty else { throw .assertionKeyExpired }
        let fitting = valid.filter { $0.algorithm == jws.algorithm }
        guard !fitting.isEmpty else { throw .assertionAlgorithmMismatch }
        for key in fitting {
            guard let algorithm = JWSAlgorithm.named(key.algorithm),
                let publicKey = try? PublicKey(subjectPublicKeyInfo: key.publicKeyInfo)
            else { continue }
            if (try? jws.verify(with: publicKey, algorithms: [algorithm])) != nil { return }
        }
        throw .assertionSignatureInvalid
    }

    private func checkTimes(at time: Timestamp) throws(ClientRejection) -> Timestamp {
        guard let expiresAt = claims["exp"]?.numericDate else { throw .assertionMalformed }
        guard expiresAt > time else { throw .assertionExpired }
        guard expiresAt <= time.advanced(by: Self.longest + Self.skew) else { throw .assertionValidTooLong }
        for name in ["iat", "nbf"] {
            guard let member = claims[name] else { continue }
            guard let start = member.numericDate else { throw .assertionMalformed }
            guard start <= time.advanced(by: Self.skew) else { throw .assertionNotYetValid }
        }
        if let issuedAt = claims["iat"]?.numericDate {
            guard issuedAt >= time.advanced(by: -Self.longest - Self.skew) else { throw .assertionTooOld }
        }
        return expiresAt
    }
}
