// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import JOSE
package import WireFormats

/// A verified proof of possession: the sender of the request holds the key. Only the verifier creates one.
package struct VerifiedProof: Hashable, Sendable {
    /// The thumbprint of the key (RFC 7638).
    package let thumbprint: [UInt8]
    /// The use of the proof. It must be consumed, and only once the token or the grant has been accepted: no other
    /// request may have anything stored.
    package let use: OneTimeUse

    fileprivate init(thumbprint: [UInt8], identifier: String, expiresAt: Timestamp) {
        self.thumbprint = thumbprint
        use = OneTimeUse(
            kind: .proofOfPossession,
            id: DigestAlgorithm.sha256.hash(
                [UInt8]("dpop-proof\n".utf8) + thumbprint, followedBy: [UInt8](identifier.utf8)),
            expiresAt: expiresAt)
    }

    /// Consumes the proof of a request that stores nothing else.
    package func consume(in storage: any Storage) async throws(OAuthFailure) {
        try await use.consume(in: storage)
    }
}

extension OneTimeUse {
    /// Consumes the message as part of what its request stores.
    func consume(in transaction: any StorageTransaction) throws {
        try transaction.reporting(.alreadyConsumed, as: OAuthFailure(replayed: kind)) {
            try transaction.oneTime.consume(id, expiresAt: expiresAt)
        }
    }

    /// Consumes the message of a request that stores nothing else.
    func consume(in storage: any Storage) async throws(OAuthFailure) {
        try await Self.consume([self], in: storage)
    }

    /// Consumes the messages of a request that stores nothing else, as one durable unit.
    package static func consume(_ uses: [OneTimeUse], in storage: any Storage) async throws(OAuthFailure) {
        guard !uses.isEmpty else { return }
        do {
            try await storage.withTransaction { transaction in
                for use in uses { try use.consume(in: transaction) }
            }
        } catch {
            throw OAuthFailure(error)
        }
    }
}

/// Verifies proofs of possession (RFC 9449, section 4.3). Replays are detected when the proof's use is consumed.
///
/// 1. `ProofNonces` makes the current nonce of a host. Clients get it with the rejection of a proof that lacks it, and
///    with the response to a token request that has a proof.
/// 2. `verify` checks the proof's signature by its own key, the `RequestTarget`, the access token's hash, the nonce and
///    the age.
/// 3. Tokens are bound to the thumbprint of the `VerifiedProof`. Its use is consumed once the token or the grant has
///    been accepted.
package struct ProofVerification: Sendable {
    /// The request that a proof must be for.
    package struct Request: Sendable {
        package var method: String
        /// The URL as the client sees it, in front of any proxy.
        package var url: String
        /// The access token of the request, at a resource.
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
        /// A nonce is optional, but must be current.
        case checkedIfPresent
    }

    package static let algorithms = [JWSAlgorithm.es256, .es384, .edDSA, .ed25519]
    /// The longest time since a proof was issued, and the tolerated error of a client's clock that is ahead.
    private static let oldest: Int64 = 300
    private static let farthest: Int64 = 5
    /// The time for which a proof is remembered after it is too old, because the clocks of two processes may differ.
    private static let skew: Int64 = 60
    private static let longest = 8192

    private let nonces: ProofNonces
    private let noncePolicy: NoncePolicy

    package init(nonces: ProofNonces, noncePolicy: NoncePolicy = .required) {
        self.nonces = nonces
        self.noncePolicy = noncePolicy
    }

    /// Verifies the values of a request's `DPoP` headers. Returns `nil` if there are none, without putting the
    /// request's URL together.
    package func verify(
        _ headers: [String], for request: @autoclosure () -> Request, at time: Timestamp
    ) throws(DPoPRejection) -> VerifiedProof? {
        guard let text = headers.first else { return nil }
        guard headers.count == 1 else { throw .severalProofs }
        return try verify(text, for: request(), at: time)
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
        try check(nonce: claims["nonce"], for: request.purpose, at: time)
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
        guard constantTimeEqual([UInt8](given.utf8), to: [UInt8](hash.utf8)) else { throw .tokenHashMismatch }
    }

    private func check(
        nonce: JSONValue?, for purpose: ProofNonces.Purpose, at time: Timestamp
    ) throws(DPoPRejection) {
        guard let nonce else {
            guard noncePolicy == .checkedIfPresent else { throw .nonceMissing }
            return
        }
        guard let text = nonce.stringValue, nonces.isCurrent(text, for: purpose, at: time) else {
            throw .nonceNotCurrent
        }
    }
}
