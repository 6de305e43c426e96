// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import Cryptography
package import IdentityModel
import POSIX
package import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The credentials for a sign-in with a user name. Every name has the same number of them, whether or not there is an account:
/// the rest are decoys, so that nobody learns which names exist.
///
/// Decoys are derived from the name with a secret key, so that a name always has the same. An account with more passkeys than
/// that gets those that were used last; the others still work without a name.
package struct NamedCredentials: Sendable {
    package static let count = 4

    /// Returns the keyed hash of a message.
    package typealias KeyedHash = @Sendable ([UInt8]) -> [UInt8]

    private let ceremonies: CeremonyService
    private let imitated: ImitatedAccounts
    private let hash: KeyedHash

    package init(ceremonies: CeremonyService, imitated: ImitatedAccounts, key: HMACKey) {
        self.init(ceremonies: ceremonies, imitated: imitated) { key.authenticationCode(for: $0) }
    }

    package init(ceremonies: CeremonyService, imitated: ImitatedAccounts, hash: @escaping KeyedHash) {
        self.ceremonies = ceremonies
        self.imitated = imitated
        self.hash = hash
    }

    /// The same is read and computed for every name: one lookup that finds an account, one that doesn't, an account's passkeys,
    /// and another account. For a name without an account, the passkeys are those of another one, and are not used.
    package func callAsFunction(
        _ name: String, for request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> [CredentialDescriptor] {
        let admission = try ceremonies.admit(request, in: configuration)
        let (connection, relyingPartyID) = (admission.connection.name, admission.relyingParty.id)
        let identifier = try admission.connection.identifiers.read(name)
        let decoys = Decoys(of: identifier.normalized, in: connection, hash: hash)
        let place = ImitatedAccounts.Place(connection: connection, kind: identifier.kind)
        let (other, cursor) = imitated.take(at: place)
        let (user, passkeys, following) = try await ceremonies.accounts.read { snapshot in
            let find = { try snapshot.users.find(identifier.kind, normalized: $0, in: connection)?.id }
            let user = try find(identifier.normalized)
            let second = try find(user == nil ? other ?? decoys.name : decoys.name)
            let passkeys = try snapshot.passkeys.list(of: user ?? second ?? decoys.user)
            // The account of the cursor may be gone.
            let following = (try? snapshot.users.list(after: cursor, limit: 1))?.first
            return (user, passkeys, following)
        }
        imitated.add(following, at: place)
        let read = passkeys.filter { $0.origin.relyingPartyID == relyingPartyID }
            .sorted { ($0.lastUsedAt ?? $0.origin.createdAt) > ($1.lastUsedAt ?? $1.origin.createdAt) }
            .map { CredentialDescriptor(id: $0.origin.credentialID, transports: $0.origin.transports) }
        return decoys.filling(user == nil ? decoys.instead(of: read) : read)
    }
}

/// Accounts that exist, in the order of their creation and again from the beginning. For a name without an account, the records of
/// one of them are read, so that the time tells nothing.
///
/// Each question reads one more account. It is used some questions later, when it is no warmer in any cache than one that somebody
/// asks about.
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

    /// How many accounts wait before one is used.
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

/// Credentials and an account that don't exist, the same ones for the same name.
private struct Decoys: Sendable {
    /// An account and an identifier for reads that find nothing.
    let user: UserID
    let name: String
    private let hash: NamedCredentials.KeyedHash
    private let credentials: [CredentialDescriptor]

    init(of name: String, in connection: String, hash: @escaping NamedCredentials.KeyedHash) {
        self.hash = hash
        let message = [UInt8]("\(connection)\u{0}\(name)\u{0}".utf8)
        let bytes = { (number: UInt8) in hash(message + [number]) }
        let code = Base64URL.encode(bytes(0))
        user = UserID(rawValue: "decoy|\(code)")
        // No identifier contains a space.
        self.name = "decoy \(code)"
        credentials = (0..<UInt8(NamedCredentials.count)).map { number in
            let code = bytes(2 * number + 1)
            let shape = Self.shapes[Int(code[0]) % Self.shapes.count]
            let id = Array((code + bytes(2 * number + 2)).dropFirst().prefix(shape.length))
            return CredentialDescriptor(id: CredentialID(id), transports: shape.transports)
        }
    }

    /// The lengths of IDs and the transports of passkeys that most people have, the commonest more than once.
    private static let shapes: [(length: Int, transports: [AuthenticatorTransport])] = [
        (20, [.hybrid, .internal]), (20, [.hybrid, .internal]), (20, [.hybrid, .internal]), (16, [.hybrid, .internal]),
        (16, [.hybrid, .internal]), (32, [.internal]), (32, [.hybrid, .internal]), (48, [.nfc, .usb]),
    ]

    /// Returns as many decoys as there are credentials of another account.
    func instead(of others: [CredentialDescriptor]) -> [CredentialDescriptor] {
        zip(credentials, others).map { decoy, _ in decoy }
    }

    /// Returns an account's credentials with as many decoys as are missing, in an order that doesn't tell them apart.
    func filling(_ own: [CredentialDescriptor]) -> [CredentialDescriptor] {
        let rest = credentials.suffix(NamedCredentials.count - min(own.count, NamedCredentials.count))
        let all = own.prefix(NamedCredentials.count) + rest
        return all.map { (hash($0.id.bytes), $0) }
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
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

    package func kind(of text: String) -> Identifier.Kind {
        if text.contains("@") { return rules[.email] == nil ? .username : .email }
        return text.hasPrefix("+") && rules[.phoneNumber] != nil ? .phoneNumber : .username
    }
}
