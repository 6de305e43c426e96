// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
import POSIX
package import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The credentials for a sign-in with a user name. Every name has the same number of them, whether or not there is an
/// account: the rest are decoys, so that no stranger learns which names exist. They are listed without transports,
/// which clients report as they like.
///
/// An account with more passkeys than that gets those that were used last; the others still work without a name.
package struct NamedCredentials: Sendable {
    package static let count = 4

    private let ceremonies: CeremonyService
    private let imitated: ImitatedAccounts

    package init(ceremonies: CeremonyService, imitated: ImitatedAccounts) {
        self.ceremonies = ceremonies
        self.imitated = imitated
    }

    /// The same is read and computed for every name: one lookup that finds an account, one that doesn't, an account's
    /// passkeys, another account, and decoys. For a name without an account, the passkeys are those of another one, and
    /// are not used.
    package func callAsFunction(
        _ name: String, for request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> [CredentialDescriptor] {
        let admission = try ceremonies.admit(request, in: configuration)
        let (connection, relyingPartyID) = (admission.connection.name, admission.relyingParty.id)
        let (kind, normalized) = admission.connection.identifiers.lookup(name)
        let place = ImitatedAccounts.Place(connection: connection, kind: kind)
        let (other, cursor) = imitated.take(at: place)
        let decoys = ceremonies.decoys(of: relyingPartyID)
        let seed = decoys.seed(of: "\(connection)\u{0}\(normalized)")
        let (own, invented, following) = try await ceremonies.accounts.read { snapshot in
            let find = { try snapshot.users.find(kind, normalized: $0, in: connection)?.id }
            let user = try find(normalized)
            let second = try find(user == nil ? other ?? Self.nobody : Self.nobody)
            let passkeys = try snapshot.passkeys.list(of: user ?? second ?? UserID(rawValue: Self.nobody))
            let invented = try (0..<UInt8(Self.count)).map { number in
                try decoys.credential(number, from: seed, next: snapshot.passkeys.credential(after:))
            }
            // The account of the cursor may be gone.
            let following = (try? snapshot.users.list(after: cursor, limit: 1))?.first
            return (user == nil ? [] : passkeys, invented, following)
        }
        imitated.add(following, at: place)
        let listed = own.filter { $0.origin.relyingPartyID == relyingPartyID }
            .sorted { ($0.lastUsedAt ?? $0.origin.createdAt) > ($1.lastUsedAt ?? $1.origin.createdAt) }
            .map(\.origin.credentialID).prefix(Self.count)
        return decoys.shuffled(Array(listed) + Array(invented.dropFirst(listed.count))).map {
            CredentialDescriptor(id: $0)
        }
    }

    /// No identifier contains a space.
    private static let nobody = "no body"
}

/// Accounts that exist, in the order of their creation and again from the beginning. For a name without an account, the
/// records of one of them are read, so that the time reveals nothing.
///
/// Each request reads one more account. It is used some requests later, when it is no warmer in any cache than the
/// account of a requested name.
package final class ImitatedAccounts: Sendable {
    struct Place: Hashable {
        let connection: String
        let kind: Identifier.Kind
    }

    private struct Walk {
        var cursor: UserID?
        /// The normalized identifiers of accounts, oldest first.
        var waiting: [String] = []
    }

    /// The number of accounts that wait before one is used.
    private static let delay = 64

    private let walks = Locked<[Place: Walk]>([:])

    package init() {}

    /// Returns the identifier of an account to imitate, if there is one, and the account after which the next is read.
    fileprivate func take(at place: Place) -> (identifier: String?, cursor: UserID?) {
        walks.withLock { walks in
            var walk = walks[place] ?? Walk()
            let identifier =
                walk.waiting.count > Self.delay ? walk.waiting.removeFirst() : walk.waiting.randomElement()
            walks[place] = walk
            return (identifier, walk.cursor)
        }
    }

    /// Adds the account that was read; `nil` begins again.
    fileprivate func add(_ user: User?, at place: Place) {
        walks.withLock { walks in
            var walk = walks[place] ?? Walk()
            walk.cursor = user?.id
            let own = user?.identifiers.first { $0.kind == place.kind && $0.isUnique }
            if let own, user?.connection == place.connection { walk.waiting.append(own.normalized) }
            walks[place] = walk
        }
    }
}

extension IdentifierRules {
    /// Reads an identifier of whichever kind the text has: an email address, a phone number or a user name.
    func read(_ text: String) throws(SignInFailure) -> Identifier {
        let kind = kind(of: text)
        guard let rule = rules[kind], rule.isIdentifier else { throw .profile(.identifierNotAccepted(kind)) }
        do {
            return try IdentifierReading.read(text, as: kind, userName: userName)
        } catch {
            throw .profile(.identifierMalformed(kind))
        }
    }

    /// The kind and the normalized form of an identifier. A text that can't be an identifier becomes one that no user
    /// has. Keyboards of phones end a suggested address with a space.
    func lookup(_ text: String) -> (Identifier.Kind, normalized: String) {
        let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        if let identifier = try? read(text) { return (identifier.kind, identifier.normalized) }
        return (active.first ?? .email, "no identifier \(text)")
    }

    package func kind(of text: String) -> Identifier.Kind {
        if text.contains("@") { return rules[.email] == nil ? .username : .email }
        return text.hasPrefix("+") && rules[.phoneNumber] != nil ? .phoneNumber : .username
    }
}
