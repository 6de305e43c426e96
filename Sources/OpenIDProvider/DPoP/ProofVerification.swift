// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import JOSE
package import WireFormats

/// A proof of possession that was verified: the sender of the request holds the key. Only the verifier makes one.
package struct VerifiedProof: Hashable, Sendable {
    /// Of the key (RFC 7638).
    package let thumbprint: [UInt8]
    private let id: [UInt8]
    private let expiresAt: Timestamp

    fileprivate init(thumbprint: [UInt8], identifier: String, expiresAt: Timestamp) {
        self.thumbprint = thumbprint
        id = DigestAlgorithm.sha256.hash([UInt8]("dpop-proof\n".utf8) + thumbprint, [UInt8](identifier.utf8))
        self.expiresAt = expiresAt
    }

    /// Consumes the proof as part of what the request does. Whoever calls this has found the token or the grant good, so
    /// nobody else can have anything stored.
    package func consume(in transaction: any StorageTransaction) throws {
        do {
            try transaction.oneTime.take(id, expiresAt: expiresAt)
        } catch StorageConflict.alreadyTaken {
            throw OAuthFailure.proofNotAccepted(.replayed)
        }
    }

    /// Consumes the proof for a request that writes nothing else.
    package func consume(in storage: any Storage) async throws {
        try await storage.withTransaction { try consume(in: $0) }
    }
}

/// Verifies proofs of possession (RFC 9449, section 4.3). That each is good once is for ``VerifiedProof/consume(in:)``.
package struct ProofVerification: Sendable {
    /// What a proof has to be for.
    package struct Request: Sendable {
        package var method: String
        /// As the client has written it: in front of any proxy.
        package var url: String
        /// At a resource, the token that comes with the proof.
        package var accessToken: String?
        package var purpose: ProofNonces.Purpose

        package init(method: String, url: String, accessToken: String? = nil, purpose: ProofNonces.Purpose) {
            self.method = method
            self.url = url
            self.accessToken = accessToken
            self.purpose = purpose
        }
    }

    package enum NoncePolicy: Sendable {
        case required
        /// Only one that is there has to be current.
        case checkedIfPresent
    }

    package static let algorithms = [JWSAlgorithm.es256, .es384, .edDSA]
    /// How long ago, and how far ahead by a wrong clock, a proof may have been issued.
    private static let oldest: Int64 = 300
    private static let farthest: Int64 = 5
    /// For how long a proof is remembered after it is too old: the clocks of two processes may differ.
    private static let skew: Int64 = 60
    private static let longest = 8192

    private let nonces: ProofNonces
    private let noncePolicy: NoncePolicy

    package init(nonces: ProofNonces, noncePolicy: NoncePolicy = .required) {
        self.nonces = nonces
        self.noncePolicy = noncePolicy
    }

    /// Verifies the values of a request's `DPoP` headers; nil when there is none.
    package func verify(
        _ headers: [String], for request: Request, at time: Timestamp
    ) throws(DPoPRejection) -> VerifiedProof? {
        guard let text = headers.first else { return nil }
        guard headers.count == 1 else { throw .severalProofs }
        return try verify(text, for: request, at: time)
    }

    private func verify(
        _ text: String, for request: Request, at time: Timestamp
    ) throws(DPoPRejection) -> VerifiedProof {
        let (claims, key) = try signed(text)
        guard let identifier = claims["jti"]?.stringValue, let method = claims["htm"]?.stringValue,
            let target = claims["htu"]?.stringValue, let issuedAt = claims["iat"]?.numericDate
        else { throw .claimsMalformed }
        guard (1...256).contains(identifier.utf8.count) else { throw .identifierMissing }
        guard ExactText(method) == ExactText(request.method) else { throw .methodMismatch }
        guard let target = RequestTarget(target), target == RequestTarget(request.url) else { throw .targetMismatch }
        try check(tokenHash: claims["ath"], of: request.accessToken)
        try check(nonce: claims["nonce"], request.purpose, at: time)
        let age = time.secondsSince1970 - issuedAt.secondsSince1970
        guard age <= Self.oldest else { throw .issuedTooLongAgo(seconds: age) }
        guard age >= -Self.farthest else { throw .issuedInFuture(seconds: -age) }
        return VerifiedProof(
            thumbprint: key.thumbprint, identifier: identifier,
            expiresAt: issuedAt.advanced(by: Self.oldest + Self.skew))
    }

    private func signed(_ text: String) throws(DPoPRejection) -> (claims: JSONObject, key: JSONWebKey) {
        guard text.utf8.count <= Self.longest else { throw .malformed(.malformed) }
        let jws: CompactJWS
        do throws(JWSRejection) { jws = try CompactJWS(text) } catch { throw .malformed(error) }
        guard jws.header["typ"]?.stringValue.map(ExactText.init) == ExactText("dpop+jwt") else { throw .typeNotProof }
        guard Self.algorithms.contains(where: { $0.name == jws.algorithm }) else {
            throw .algorithmNotAllowed(jws.algorithm)
        }
        guard let member = jws.header["jwk"]?.objectValue else { throw .keyMissing }
        let key: JSONWebKey
        do throws(JSONWebKeyRejection) { key = try JSONWebKey(member) } catch { throw .keyNotAcceptable(error) }
        guard (try? jws.verify(with: key.publicKey, algorithms: Self.algorithms)) != nil else {
            throw .signatureInvalid
        }
        guard let claims = (try? JSONReader.read(jws.payload))?.objectValue else { throw .claimsMalformed }
        return (claims, key)
    }

    private func check(tokenHash: JSONValue?, of accessToken: String?) throws(DPoPRejection) {
        guard let accessToken else { return }
        guard let given = tokenHash?.stringValue else { throw .tokenHashMissing }
        let hash = Base64URL.encode(DigestAlgorithm.sha256.hash([UInt8](accessToken.utf8)))
        guard constantTimeEqual([UInt8](given.utf8), [UInt8](hash.utf8)) else { throw .tokenHashMismatch }
    }

    private func check(
        nonce: JSONValue?, _ purpose: ProofNonces.Purpose, at time: Timestamp
    ) throws(DPoPRejection) {
        guard let nonce else {
            guard noncePolicy == .checkedIfPresent else { throw .nonceMissing }
            return
        }
        guard let text = nonce.stringValue, nonces.isCurrent(text, purpose, at: time) else { throw .nonceNotCurrent }
    }
}
