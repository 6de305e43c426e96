// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import WireFormats

/// The access token of a request without an interface: good for the claims about the user alone, and read by nobody but
/// the server. It is encrypted and authenticated with a key of its host and epoch, so it needs no signature and no
/// issuer, and ends when a backup is restored.
struct OpaqueAccessToken: Sendable {
    /// Binds what is sealed to this use of the key.
    private static let context = Array("thumbturn access token 1".utf8)

    /// The claims that the userinfo endpoint needs, as a signed access token has them.
    let claims: JSONObject

    init(_ grant: TokenGrant, validFor: Int, at time: Timestamp) {
        var claims: JSONObject = [
            "sub": .string(grant.user.id.rawValue), "client_id": .string(grant.client.id), "iat": JSONValue(time),
            "exp": JSONValue(time.advanced(by: validFor)),
        ]
        claims.appendScope(grant.granted)
        claims.appendGeneration(of: grant.user)
        claims.appendBinding(to: grant.proof)
        self.claims = claims
    }

    /// Opens a token of this host and epoch.
    init(sealed text: String, by keys: HostKeys) throws(AccessTokenRejection) {
        guard let sealed = Base64URL.decode(text), !sealed.isEmpty else { throw .malformed }
        guard let bytes = keys.accessTokens.openApart(sealed, authenticating: Self.context),
            let claims = (try? JSONReader.read(bytes))?.objectValue
        else { throw .notIssuedHere }
        self.claims = claims
    }

    /// Returns the token as its client gets it.
    func sealed(by keys: HostKeys) -> String {
        Base64URL.encode(
            keys.accessTokens.sealApart(JSONValue.object(claims).serialized(), authenticating: Self.context))
    }
}

extension JSONObject {
    mutating func appendScope(_ granted: GrantedScope) {
        if !granted.scope.isEmpty { self["scope"] = .string(granted.scope.joined(separator: " ")) }
    }

    /// Says nothing of the first generation, in which nearly every account is.
    mutating func appendGeneration(of user: User) {
        let generation = user.tokenGeneration
        self[VerifiedAccessToken.generationClaim] = generation == 0 ? nil : .number(JSONNumber(Int64(generation)))
    }

    /// RFC 9449, section 6.1.
    mutating func appendBinding(to proof: VerifiedProof?) {
        self["cnf"] = proof.map { .object(["jkt": .string(Base64URL.encode($0.thumbprint))]) }
    }
}
