// SPDX-License-Identifier: Apache-2.0

/// The credentials of one authenticator, indexed by id, user and relying party.
struct CredentialStore {
    private struct Account: Hashable {
        let relyingPartyID: String
        let userHandle: [UInt8]
    }

    private var records: [[UInt8]: CredentialRecord] = [:]
    private var idsByRelyingParty: [String: [[UInt8]]] = [:]
    private var idByAccount: [Account: [UInt8]] = [:]

    /// All credentials by relying party, in the order of their creation.
    var all: [CredentialRecord] {
        idsByRelyingParty.sorted { $0.key < $1.key }.flatMap(\.value).compactMap { records[$0] }
    }

    subscript(id: [UInt8]) -> CredentialRecord? { records[id] }

    mutating func insert(_ record: CredentialRecord, replacesSameAccount: Bool) {
        let account = Account(relyingPartyID: record.relyingPartyID, userHandle: record.userHandle)
        if replacesSameAccount, let old = idByAccount[account] { remove(old) }
        remove(record.id)
        records[record.id] = record
        idsByRelyingParty[record.relyingPartyID, default: []].append(record.id)
        idByAccount[account] = record.id
    }

    @discardableResult
    mutating func remove(_ id: [UInt8]) -> Bool {
        guard let record = records.removeValue(forKey: id) else { return false }
        idsByRelyingParty[record.relyingPartyID]?.removeAll { $0 == id }
        let account = Account(relyingPartyID: record.relyingPartyID, userHandle: record.userHandle)
        if idByAccount[account] == id { idByAccount[account] = nil }
        return true
    }

    mutating func update(_ id: [UInt8], with change: (inout CredentialRecord) -> Void) {
        guard var record = records[id] else { return }
        change(&record)
        records[id] = record
    }

    /// The latest discoverable credential of a relying party.
    func latestDiscoverable(for relyingPartyID: String) -> CredentialRecord? {
        idsByRelyingParty[relyingPartyID]?.reversed().lazy.compactMap { records[$0] }.first { $0.isDiscoverable }
    }
}

/// A credential in the authenticator, without its secrets.
public struct HeldCredential: Hashable, Sendable {
    /// The credential id.
    public let id: [UInt8]
    /// The relying party that the credential is for.
    public let relyingPartyID: String
    /// The account at the relying party.
    public let userHandle: [UInt8]
    /// The name that distinguishes accounts.
    public let userName: String
    /// The name to greet the user with.
    public let displayName: String
    /// The algorithm it signs with.
    public let algorithm: KeyAlgorithm
    /// The public key as COSE, which a relying party stores.
    public let coseKey: [UInt8]
    /// The last counter that it sent.
    public let signCount: UInt32
    /// Whether it can be used without being listed.
    public let isDiscoverable: Bool
}

/// A credential with its secrets.
struct CredentialRecord {
    let id: [UInt8]
    let relyingPartyID: String
    let userHandle: [UInt8]
    var userName: String
    var displayName: String
    let key: SigningKey
    var signCount: UInt32
    let isDiscoverable: Bool
    /// CTAP2's CredRandom, the key of the PRF.
    let prfSecret: [UInt8]
    /// CTAP2's credProtect level, 1 to 3.
    var protectionLevel: Int?
    var largeBlob: [UInt8]?
    /// Whether the options asked for a large blob.
    let supportsLargeBlob: Bool

    var summary: HeldCredential {
        HeldCredential(
            id: id, relyingPartyID: relyingPartyID, userHandle: userHandle, userName: userName,
            displayName: displayName, algorithm: key.algorithm, coseKey: key.coseKey, signCount: signCount,
            isDiscoverable: isDiscoverable)
    }
}
