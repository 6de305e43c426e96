// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
package import WireFormats

/// The name of a client assertion that must not be used twice, to be taken together with what the request changes.
package struct AssertionUse: Hashable, Sendable {
    package let id: [UInt8]
    package let expiresAt: Timestamp

    func consume(in transaction: any StorageTransaction) throws {
        do {
            try transaction.oneTime.take(id, expiresAt: expiresAt)
        } catch StorageConflict.alreadyTaken {
            throw OAuthFailure.clientNotAuthenticated(.assertionReplayed)
        }
    }
}

/// A client's word about itself, signed with its key (RFC 7523, section 3).
struct ClientAssertion {
    /// How far ahead it may expire and how long ago it may have been issued.
    private static let longest: Int64 = 300
    /// By how much the client's clock may be wrong.
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

    /// Whom it is about, by its own word, for requests that do not say.
    static func subject(of text: String) -> String? {
        (try? ClientAssertion(text))?.claims["sub"]?.stringValue
    }

    /// Verifies it as the client's, for one of these audiences.
    func verify(_ client: Client, audiences: [String], at time: Timestamp) throws(ClientRejection) -> AssertionUse {
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
        // It is taken a moment after this, when it may have expired: what is forgotten by then could be used again.
        return AssertionUse(id: DigestAlgorithm.sha256.hash(name), expiresAt: expiresAt.advanced(by: Self.skew))
    }

    /// The key decides the algorithm; the header only has to agree.
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
