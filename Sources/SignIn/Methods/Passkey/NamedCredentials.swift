// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import Cryptography
package import IdentityModel
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
    private let hash: KeyedHash

    package init(ceremonies: CeremonyService, key: HMACKey) {
        self.init(ceremonies: ceremonies) { key.authenticationCode(for: $0) }
    }

    package init(ceremonies: CeremonyService, hash: @escaping KeyedHash) {
        self.ceremonies = ceremonies
        self.hash = hash
    }

    /// The same is read and computed for every name.
    package func callAsFunction(
        _ name: String, for request: CeremonyRequest, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> [CredentialDescriptor] {
        let admission = try ceremonies.admit(request, in: configuration)
        let (connection, relyingPartyID) = (admission.connection.name, admission.relyingParty.id)
        let identifier = try admission.connection.identifiers.read(name)
        let decoys = Decoys(of: identifier.normalized, in: connection, hash: hash)
        let passkeys = try await ceremonies.accounts.read { snapshot in
            let user = try snapshot.users.find(identifier.kind, normalized: identifier.normalized, in: connection)
            // As much is read for a name without an account.
            let found = try snapshot.passkeys.list(of: user?.id ?? decoys.user)
            return user == nil ? [] : found
        }
        let own = passkeys.filter { $0.origin.relyingPartyID == relyingPartyID }
            .sorted { ($0.lastUsedAt ?? $0.origin.createdAt) > ($1.lastUsedAt ?? $1.origin.createdAt) }
            .map { CredentialDescriptor(id: $0.origin.credentialID, transports: $0.origin.transports) }
        return decoys.filling(own)
    }
}

/// Credentials and an account that don't exist, the same ones for the same name.
private struct Decoys: Sendable {
    /// An account for a read that finds nothing.
    let user: UserID
    private let hash: NamedCredentials.KeyedHash
    private let credentials: [CredentialDescriptor]

    init(of name: String, in connection: String, hash: @escaping NamedCredentials.KeyedHash) {
        self.hash = hash
        let message = [UInt8]("\(connection)\u{0}\(name)\u{0}".utf8)
        let bytes = { (number: UInt8) in hash(message + [number]) }
        user = UserID(rawValue: "decoy|" + Base64URL.encode(bytes(0)))
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

    /// Returns an account's credentials with as many decoys as are missing, in an order that doesn't tell them apart.
    func filling(_ own: [CredentialDescriptor]) -> [CredentialDescriptor] {
        let all = (own.prefix(NamedCredentials.count) + credentials).prefix(NamedCredentials.count)
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
