// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import Cryptography
package import IdentityModel
import POSIX
package import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The credentials of the account that a user name belongs to. A name without an account, or whose account has no passkey, gets
/// decoys, so that nobody learns which names exist.
package struct NamedCredentials: Sendable {
    private let ceremonies: CeremonyService
    private let decoys: DecoyCredentials
    /// The key that derives the decoys from a name.
    private let key: HMACKey

    package init(ceremonies: CeremonyService, decoys: DecoyCredentials, key: HMACKey) {
        self.ceremonies = ceremonies
        self.decoys = decoys
        self.key = key
    }

    /// Returns at least one credential. The same work is done for every name.
    package func callAsFunction(
        _ name: String, for request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> [CredentialDescriptor] {
        let admission = try ceremonies.admit(request, in: configuration)
        let (connection, relyingPartyID) = (admission.connection.name, admission.relyingParty.id)
        let identifier = try admission.connection.identifiers.read(name)
        let time = ceremonies.now()
        if decoys.isStale(connection, at: time) {
            decoys.take(
                try await ceremonies.read { try DecoyCredentials.sample(of: connection, in: $0) }, of: connection,
                at: time)
        }
        let decoy = decoys.account(for: identifier.normalized, of: connection, key: key)
        let passkeys = try await ceremonies.read { snapshot -> [Passkey] in
            let user = try snapshot.users.find(identifier.kind, normalized: identifier.normalized, in: connection)
            guard let user else {
                // As much is read as for an account, so that the time tells nothing.
                if let imitated = decoy.imitated {
                    _ = try snapshot.users.find(imitated)
                    _ = try snapshot.passkeys.list(of: imitated)
                }
                return []
            }
            return try snapshot.passkeys.list(of: user.id)
        }
        let own = passkeys.map(\.origin).filter { $0.relyingPartyID == relyingPartyID }.map {
            CredentialDescriptor(id: $0.credentialID, transports: $0.transports)
        }
        return own.isEmpty ? decoy.credentials : own
    }
}

/// Decoys: credentials that don't exist, in the numbers and shapes of those that do.
///
/// They are derived from the name with a secret key, so that a name always has the same. How many there are, how long their
/// IDs are and which transports they have is taken from accounts that are chosen at random once an hour.
package final class DecoyCredentials: Sendable {
    /// The most accounts of a sample.
    static let sampleSize = 512
    /// The time after which another sample is taken, in seconds.
    private static let sampleLifetime: Int64 = 3600

    private struct Shape: Hashable, Sendable {
        let idLength: Int
        let transports: [AuthenticatorTransport]

        /// The passkey of a phone or a laptop, as long as there is none to imitate.
        static let usual = Shape(idLength: 20, transports: [.hybrid, .internal])
    }

    private struct Sample: Sendable {
        let takenAt: Timestamp
        /// The accounts; those with few credentials first, so that a new sample changes few decoys.
        let accounts: [SampledAccount]
    }

    private struct SampledAccount: Sendable {
        let user: UserID?
        let credentials: [Shape]
    }

    /// What a name without an account gets.
    struct Account: Sendable {
        let credentials: [CredentialDescriptor]
        /// The account whose credentials the decoys resemble.
        let imitated: UserID?
    }

    private let samples = Locked<[String: Sample]>([:])

    package init() {}

    func isStale(_ connection: String, at time: Timestamp) -> Bool {
        guard let takenAt = samples.withLock({ $0[connection]?.takenAt }) else { return true }
        return time.secondsSince1970 - takenAt.secondsSince1970 >= Self.sampleLifetime
    }

    /// Reads the passkeys of accounts that a random handle chooses; of the first accounts, if there are few after it.
    static func sample(of connection: String, in snapshot: any StorageSnapshot) throws -> [[Passkey]] {
        let start = Randomness.bytes(32)
        let found = try snapshot.passkeys.sample(of: connection, from: start, accounts: sampleSize)
        guard found.count < sampleSize else { return found }
        return try snapshot.passkeys.sample(of: connection, from: [], accounts: sampleSize)
    }

    func take(_ passkeys: [[Passkey]], of connection: String, at time: Timestamp) {
        let accounts = passkeys.map { account in
            SampledAccount(
                user: account.first?.owner,
                credentials: account.map {
                    Shape(idLength: $0.origin.credentialID.bytes.count, transports: $0.origin.transports)
                })
        }
        let ordered = accounts.sorted { $0.credentials.count < $1.credentials.count }
        samples.withLock { $0[connection] = Sample(takenAt: time, accounts: ordered) }
    }

    func account(for name: String, of connection: String, key: HMACKey) -> Account {
        let accounts = samples.withLock { $0[connection]?.accounts } ?? []
        var bytes = KeyedBytes(name: name, connection: connection, key: key)
        let position = bytes.next(4).reduce(0) { $0 << 8 | Int($1) }
        let imitated =
            accounts.isEmpty
            ? SampledAccount(user: nil, credentials: [.usual]) : accounts[(position * accounts.count) >> 32]
        let credentials = imitated.credentials.map {
            CredentialDescriptor(id: CredentialID(bytes.next($0.idLength)), transports: $0.transports)
        }
        return Account(credentials: credentials, imitated: imitated.user)
    }
}

/// Bytes that look random and are the same for the same name.
private struct KeyedBytes {
    private let key: HMACKey
    private let message: [UInt8]
    private var count: UInt8 = 0

    init(name: String, connection: String, key: HMACKey) {
        self.key = key
        message = Array("\(connection)\u{0}\(name)\u{0}".utf8)
    }

    mutating func next(_ length: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < length {
            count &+= 1
            bytes += key.authenticationCode(for: message + [count])
        }
        return Array(bytes.prefix(length))
    }
}

extension IdentifierRules {
    /// Reads an identifier of whichever kind the text has: an email address, a phone number or a user name.
    package func read(_ text: String) throws(SignInFailure) -> Identifier {
        let kind = kind(of: text)
        guard let rule = rules[kind], rule.isIdentifier else { throw .profile(.identifierNotAccepted(kind)) }
        do {
            return try IdentifierReading.read(text, as: kind, userName: rule == rules[.username] ? userName : .init())
        } catch {
            throw .profile(.identifierMalformed(kind))
        }
    }

    package func kind(of text: String) -> Identifier.Kind {
        if text.contains("@") { return rules[.email] == nil ? .username : .email }
        return text.hasPrefix("+") && rules[.phoneNumber] != nil ? .phoneNumber : .username
    }
}
