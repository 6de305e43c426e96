// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

extension StorageTransaction {
    /// Stores the first token of a family. If the client or the account has too many families now, others end: their tokens can't
    /// be used any longer. Access tokens that they gave stay good until they expire, as after a logout.
    package func begin(_ token: RefreshToken) throws {
        try refreshTokens.insert(token)
        let (user, client) = (token.grant.user, token.grant.client)
        guard try refreshTokens.countFamilies(of: user) > RefreshToken.Family.clientLimit else { return }
        var others = try refreshTokens.list(of: user).filter { $0.family != token.family }
        others.sort { $0.endsBefore($1, inFavorOf: token) }
        let ofClient = others.filter { $0.grant.client == client }
        var ended = ofClient.prefix(max(0, ofClient.count + 1 - RefreshToken.Family.clientLimit))
        let rest = others.filter { !ended.contains($0) }
        ended += rest.prefix(max(0, rest.count + 1 - RefreshToken.Family.accountLimit))
        for old in ended {
            try refreshTokens.remove(old.family)
            var event = AuditEvent(.tokenRevoked, at: token.issuedAt)
            event.user = user
            event.client = old.grant.client
            event.details = ["reason": "too-many-sign-ins"]
            try events.insert(event)
        }
    }
}

extension RefreshToken {
    /// Whether the token is ended rather than another one: what a browser session got before is, so that one browser that signs
    /// in again and again ends nothing of other devices, and then what was not used for longer.
    fileprivate func endsBefore(_ other: RefreshToken, inFavorOf new: RefreshToken) -> Bool {
        let (isOfSession, isOtherOfSession) = (isOfSession(of: new), other.isOfSession(of: new))
        return isOfSession == isOtherOfSession ? issuedAt < other.issuedAt : isOfSession
    }

    private func isOfSession(of new: RefreshToken) -> Bool {
        grant.session != nil && grant.session == new.grant.session && grant.client == new.grant.client
    }
}
