// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
import WireFormats

extension StorageTransaction {
    /// Stores the first token of a family. If the client or the account has too many families now, others end: their
    /// tokens can't be used any longer. Access tokens that they gave stay good until they expire, as after a logout.
    package func begin(_ token: RefreshToken) throws {
        try refreshTokens.insert(token)
        let (user, new) = (token.grant.user, token.grant)
        guard try refreshTokens.countFamilies(of: user) > RefreshToken.Family.clientLimit else { return }
        let others = try refreshTokens.families(of: user).filter { $0.id != token.family }
        // The families that this browser session got before come first, so that one browser that signs in again and
        // again ends nothing of other devices.
        let ofSession = others.filter { new.session != nil && $0.session == new.session && $0.client == new.client }
        // Then those that are younger than three days: what has gone on for longer is a way in, which signing in again
        // and again must not end.
        let rest = others.filter { !ofSession.contains($0) }
        let isYoung = { (family: RefreshToken.FamilyEntry) in family.id.createdAt?.isYoung(at: token.issuedAt) ?? false
        }
        let inOrder = ofSession + rest.filter(isYoung) + rest.filter { !isYoung($0) }
        let ofClient = inOrder.filter { $0.client == new.client }
        let limits = [(ofClient, RefreshToken.Family.clientLimit), (inOrder, RefreshToken.Family.accountLimit)]
        let excess = limits.map { families, limit in families.prefix(max(0, families.count + 1 - limit)) }
        // There are more only from before there was a limit. Each sign-in ends a few of these.
        for ended in excess.first(where: { !$0.isEmpty })?.prefix(4) ?? [] {
            try refreshTokens.remove(ended.id)
            var event = AuditEvent(.tokenRevoked, at: token.issuedAt)
            event.user = user
            event.client = ended.client
            event.details = ["reason": "too-many-sign-ins"]
            try events.insert(event)
        }
    }
}
