// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import JOSE
package import WireFormats

/// A verified access token. Only the verifier creates one.
package struct VerifiedAccessToken: Hashable, Sendable {
    package let user: UserID
    package let client: String
    package let scope: [String]
    package let organizationID: String?
    package let authenticatedAt: Timestamp?
    /// The ways in of the sign-in; `nil` if the token doesn't say so.
    package let ways: [WayReference]?
    package let issuedAt: Timestamp
    /// The account's token generation. Blocking an account starts a new one, which revokes all earlier tokens.
    package let generation: Int
    /// The ID of the grant in the code or the device flow. If the grant is revoked, so is the token.
    package let grantID: String?
    /// The claims that the client requested from the userinfo endpoint beside those of the scope.
    package let requestedClaims: [String]

    static let generationClaim = "token_generation"
    static let grantClaim = "grant_id"
    static let userInfoClaim = "userinfo_claims"
    static let waysClaim = "ways"

    fileprivate init?(_ claims: JSONObject) {
        guard let user = claims["sub"]?.stringValue, let client = claims["client_id"]?.stringValue,
            let issuedAt = claims["iat"]?.numericDate
        else { return nil }
        self.user = UserID(rawValue: user)
        self.client = client
        self.issuedAt = issuedAt
        scope = ScopeList(claims["scope"]?.stringValue)?.names ?? []
        organizationID = claims["org_id"]?.stringValue
        authenticatedAt = claims["auth_time"]?.numericDate
        ways = claims[Self.waysClaim]?.arrayValue?.compactMap { $0.stringValue.flatMap(WayReference.init(id:)) }
        let generation = claims[Self.generationClaim]
        guard let number = generation.map({ $0.intValue }) ?? 0 else { return nil }
        self.generation = number
        let grant = claims[Self.grantClaim]
        grantID = grant?.stringValue
        // A claim of another type must not turn the check for revocation off.
        guard grant == nil || grantID != nil else { return nil }
        requestedClaims = claims[Self.userInfoClaim]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    package func require(_ scopes: String...) throws(OAuthFailure) {
        guard scopes.allSatisfy(scope.contains) else { throw .scopeInsufficient(needed: scopes) }
    }
}

/// Verifies access tokens at the server's own resources: signed ones (RFC 9068, section 4) and opaque ones.
package struct AccessTokenVerification: Sendable {
    /// The tolerated difference between the clocks of two instances, in seconds.
    private static let skew: Int64 = 60

    private let issuer: Issuer
    private let keys: HostKeys

    package init(issuer: Issuer, keys: HostKeys) {
        self.issuer = issuer
        self.keys = keys
    }

    /// Verifies a token for an audience. The proof must be from the same request and verified for this token.
    package func verify(
        _ presented: PresentedAccessToken, proof: VerifiedProof?, audience: String, at time: Timestamp
    ) throws(OAuthFailure) -> VerifiedAccessToken {
        do throws(AccessTokenRejection) {
            let claims = try claims(of: presented, audience: audience)
            try checkLifetime(of: claims, at: time)
            try check(binding: claims["cnf"], of: presented, proof)
            guard let token = VerifiedAccessToken(claims) else { throw .claimsMalformed }
            return token
        } catch {
            throw .accessTokenRejected(error)
        }
    }

    /// Whether a text is an access token of this host, valid or not.
    package func recognizes(_ text: String) -> Bool {
        guard text.utf8.count <= PresentedAccessToken.maximumLength else { return false }
        guard !text.utf8.contains(UInt8(ascii: ".")) else { return (try? signedClaims(text)) != nil }
        return (try? OpaqueAccessToken(sealed: text, by: keys)) != nil
    }

    /// Returns the claims of a JWT, which contains dots, or of an opaque token.
    private func claims(
        of presented: PresentedAccessToken, audience: String
    ) throws(AccessTokenRejection) -> JSONObject {
        guard !presented.token.utf8.contains(UInt8(ascii: ".")) else {
            let claims = try signedClaims(presented.token)
            try check(claims, audience: audience)
            return claims
        }
        let claims = try OpaqueAccessToken(sealed: presented.token, by: keys).claims
        guard ExactText(audience) == ExactText(issuer.userInfo) else { throw .audienceMismatch }
        return claims
    }

    private func signedClaims(_ text: String) throws(AccessTokenRejection) -> JSONObject {
        guard let jws = try? CompactJWS(text) else { throw .malformed }
        guard jws.header["typ"]?.stringValue.map(ExactText.init) == ExactText("at+jwt") else { throw .typeMismatch }
        guard let id = jws.header["kid"]?.stringValue, let key = keys.publishedKey(id) else { throw .keyUnknown }
        guard jws.algorithm == key.algorithm.name else { throw .algorithmMismatch }
        guard (try? jws.verify(with: key.key.publicKey, algorithms: [key.algorithm])) != nil else {
            throw .signatureInvalid
        }
        guard let claims = (try? JSONReader.read(jws.payload))?.objectValue else { throw .claimsMalformed }
        return claims
    }

    private func check(_ claims: JSONObject, audience: String) throws(AccessTokenRejection) {
        guard claims["iss"]?.stringValue.map(ExactText.init) == ExactText(issuer.url) else { throw .issuerMismatch }
        let audiences = claims["aud"]?.arrayValue?.map(\.stringValue) ?? [claims["aud"]?.stringValue]
        guard audiences.contains(where: { $0.map(ExactText.init) == ExactText(audience) }) else {
            throw .audienceMismatch
        }
    }

    private func checkLifetime(of claims: JSONObject, at time: Timestamp) throws(AccessTokenRejection) {
        guard let expiresAt = claims["exp"]?.numericDate, let issuedAt = claims["iat"]?.numericDate else {
            throw .claimsMalformed
        }
        guard expiresAt > time else { throw .expired }
        let start = max(issuedAt, claims["nbf"]?.numericDate ?? issuedAt)
        guard start <= time.advanced(by: Self.skew) else { throw .notYetValid }
    }

    private func check(
        binding: JSONValue?, of presented: PresentedAccessToken, _ proof: VerifiedProof?
    ) throws(AccessTokenRejection) {
        guard let binding else {
            guard presented.kind == .bearer else { throw .notBound }
            return
        }
        guard presented.kind == .dpop, let proof else { throw .proofMissing }
        guard let bound = binding["jkt"]?.stringValue.flatMap(Base64URL.decode), bound == proof.thumbprint else {
            throw .proofMismatch
        }
    }
}
