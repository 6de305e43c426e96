// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import JOSE
import WireFormats

/// The access token of a request without an API, valid at the userinfo endpoint only.
///
/// Only the server can read it. It is encrypted and authenticated with a key of its host and epoch, so it needs neither
/// a signature nor an issuer, and a restored backup invalidates it.
struct OpaqueAccessToken: Sendable {
    /// The context that separates this use of the key from others.
    private static let context = Array("thumbturn access token 1".utf8)

    /// The claims that the userinfo endpoint needs, with the same names as in a signed access token.
    let claims: JSONObject

    init(_ grant: TokenGrant, validFor: Int, at time: Timestamp) {
        var claims: JSONObject = [
            "sub": .string(grant.subjectID), "client_id": .string(grant.client.id), "iat": JSONValue(time),
            "exp": JSONValue(time.advanced(by: validFor)),
        ]
        claims.appendScope(grant.granted)
        if case .user(let user, _) = grant.subject { claims.appendGeneration(of: user) }
        claims.appendUserInfoClaims(grant.claims)
        claims.appendGrantID(grant.grantID)
        claims.appendBinding(to: grant.proof)
        self.claims = claims
    }

    /// Decrypts a token of this host and epoch.
    init(sealed text: String, by keys: HostKeys) throws(AccessTokenRejection) {
        guard let sealed = Base64URL.decode(text) else { throw .malformed }
        guard let bytes = keys.accessTokens.openApart(sealed, authenticating: Self.context),
            let claims = (try? JSONReader.read(bytes))?.objectValue
        else { throw .notIssuedHere }
        self.claims = claims
    }

    /// Returns the text of the token.
    func sealed(by keys: HostKeys) -> String {
        Base64URL.encode(
            keys.accessTokens.sealApart(JSONValue.object(claims).serialized(), authenticating: Self.context))
    }
}

extension JSONObject {
    mutating func appendScope(_ granted: GrantedScope) {
        if !granted.text.isEmpty { append(.string(granted.text), as: "scope") }
    }

    /// Omits generation 0, which nearly every account has.
    mutating func appendGeneration(of user: User) {
        let generation = user.tokenGeneration
        guard generation != 0 else { return }
        append(.number(JSONNumber(Int64(generation))), as: VerifiedAccessToken.generationClaim)
    }

    /// Appends the names of the claims that the client requests from the userinfo endpoint.
    mutating func appendUserInfoClaims(_ request: ClaimsRequest) {
        guard !request.userInfo.isEmpty else { return }
        append(.array(request.userInfo.map(JSONValue.string)), as: VerifiedAccessToken.userInfoClaim)
    }

    mutating func appendGrantID(_ id: String?) {
        append(id.map(JSONValue.string), as: VerifiedAccessToken.grantClaim)
    }

    /// Appends the confirmation claim (RFC 9449, section 6.1).
    mutating func appendBinding(to proof: VerifiedProof?) {
        append(proof.map { .object(["jkt": .string(Base64URL.encode($0.thumbprint))]) }, as: "cnf")
    }
}
