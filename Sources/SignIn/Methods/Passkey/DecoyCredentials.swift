// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// Credentials of a relying party that don't exist, the same ones for the same name.
///
/// An ID ends with a mark by which the server knows its own at all of its hosts. It treats them like credentials that
/// are registered: no client can register one, and a response with one fails like any wrong signature. Without the key,
/// a mark is random bytes.
struct DecoyCredentials: Sendable {
    private let relyingPartyID: String
    private let keyed: CeremonyService.DecoyHash

    /// The lengths of IDs (Web Authentication Level 3, section 4).
    private static let lengths = 16...1023
    private static let markLength = 8

    init(relyingPartyID: String, hash: @escaping CeremonyService.DecoyHash) {
        self.relyingPartyID = relyingPartyID
        keyed = hash
    }

    private func hash(_ message: [UInt8]) -> [UInt8] { keyed(relyingPartyID, message) }

    /// Returns what the credentials of a name are made from.
    func seed(of name: String) -> [UInt8] { hash([0] + name.utf8) }

    /// Returns one of the credentials of a name.
    ///
    /// Half of them are as long as a stored one, so that what is common here is common among them. The others have a
    /// length that is common elsewhere or, now and then, any other, so that no length is rare. `next` returns the
    /// stored credential whose ID follows in their order, which is as good as random and stays the same for long.
    func credential(
        _ number: UInt8, from seed: [UInt8], next: (CredentialID) throws -> CredentialID?
    ) rethrows -> CredentialID {
        let draw = hash([1, number] + seed)
        var length = Self.usualLength(by: draw[0], ifUnusual: 17 + Int(draw[1]) % 112)
        if draw[2] < 128, let other = try next(CredentialID(Array(draw.dropFirst(3)))) ?? next(CredentialID([])) {
            length = min(max(other.bytes.count, Self.lengths.lowerBound), Self.lengths.upperBound)
        }
        // With its length in each, a name's credentials of different lengths have nothing in common.
        let message = [number, UInt8(length >> 8), UInt8(length & 0xff)] + seed
        var id: [UInt8] = []
        while id.count < length { id += hash([2, UInt8(id.count / 32)] + message) }
        id.removeLast(id.count - (length - Self.markLength))
        return CredentialID(id + mark(of: id))
    }

    /// Returns credentials in an order that doesn't reveal which ones are decoys.
    func shuffled(_ ids: [CredentialID]) -> [CredentialID] {
        ids.map { (hash([5] + $0.bytes), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    private static func usualLength(by draw: UInt8, ifUnusual other: Int) -> Int {
        switch draw {
        case 0..<80: 20
        case 80..<150: 16
        case 150..<200: 32
        case 200..<215: 48
        case 215..<230: 64
        default: other
        }
    }

    /// The last two bytes are the relying party's own.
    private func mark(of id: [UInt8]) -> [UInt8] {
        Array(Self.serverMark(of: id, by: keyed) + hash([3] + id).prefix(2))
    }

    private static func serverMark(of id: [UInt8], by hash: CeremonyService.DecoyHash) -> ArraySlice<UInt8> {
        hash("", id).prefix(markLength - 2)
    }

    /// Whether an ID is a decoy's, of any relying party.
    static func isDecoy(_ id: CredentialID, by hash: CeremonyService.DecoyHash) -> Bool {
        guard lengths.contains(id.bytes.count) else { return false }
        let expected = serverMark(of: Array(id.bytes.dropLast(markLength)), by: hash)
        return constantTimeEqual(Array(expected), to: Array(id.bytes.suffix(markLength).dropLast(2)))
    }

    /// Whether a decoy is of this relying party.
    func includes(_ id: CredentialID) -> Bool {
        hash([3] + id.bytes.dropLast(Self.markLength)).prefix(2).elementsEqual(id.bytes.suffix(2))
    }

    /// Returns what the storage would have for one of them.
    func record(of id: CredentialID, in connection: String) -> OwnedPasskey {
        let details = hash([4] + id.bytes)
        let handle = UserHandle(uncheckedBytes: details)
        let (user, time) = (UserID(rawValue: "decoy"), Timestamp(secondsSince1970: 0))
        let origin = Passkey.Origin(
            credentialID: id, publicKey: Self.publicKey, relyingPartyID: relyingPartyID, userHandle: handle,
            aaguid: .zero, transports: [], attachment: nil,
            // Nearly all passkeys are synchronized, and hardly any of those has a long ID.
            isBackupEligible: id.bytes.count <= 32 && details[0] < 240, isCreatedConditionally: false,
            attestationFormat: .none, userAgent: nil, createdAt: time)
        return OwnedPasskey(
            passkey: Passkey(stored: PasskeyID(rawValue: "decoy"), owner: user, origin: origin),
            owner: User(id: user, connection: connection, handle: handle, createdAt: time))
    }

    /// A COSE key whose private half was discarded.
    private static let publicKey: [UInt8] =
        PrivateKey.generate(.elliptic(.p256)).publicKey.ellipticPoint.map { point in
            [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32] + point.x + [0x22, 0x58, 32] + point.y
        } ?? []
}

extension CeremonyService {
    /// Returns the keyed hash of a message, of 32 bytes. Each relying party has a key of its own.
    package typealias DecoyHash = @Sendable (_ relyingPartyID: String, _ message: [UInt8]) -> [UInt8]

    func decoys(of relyingPartyID: String) -> DecoyCredentials {
        DecoyCredentials(relyingPartyID: relyingPartyID, hash: decoyHash)
    }

    /// Returns the record of a credential that is none but was listed for a name, at whichever of the server's domains.
    func decoy(_ id: CredentialID, for ceremony: Ceremony, in configuration: ConfigurationSnapshot) -> OwnedPasskey? {
        guard DecoyCredentials.isDecoy(id, by: decoyHash) else { return nil }
        let domains = Set(configuration.domains.values.map(\.relyingPartyID))
        let connection = configuration.connection(nil)?.name ?? ceremony.connection
        // One of a domain that is gone is of no relying party.
        return (domains.lazy.map(decoys).first { $0.includes(id) } ?? decoys(of: "")).record(of: id, in: connection)
    }

    /// Rejects a new passkey whose credential is registered already, or was listed as if it were. It comes before
    /// anything that depends on names, so that it reveals nothing about one. Step 26 of §7.1 is decided where the
    /// passkey is stored.
    func requireNew(_ passkey: Passkey, in transaction: any StorageTransaction) throws {
        let origin = passkey.origin
        guard try transaction.passkeys.find(by: origin.credentialID) == nil,
            !DecoyCredentials.isDecoy(origin.credentialID, by: decoyHash)
        else { throw SignInFailure.response(.registration(.credentialAlreadyRegistered)) }
    }
}
