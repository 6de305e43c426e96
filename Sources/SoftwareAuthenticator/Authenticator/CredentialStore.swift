// SPDX-License-Identifier: Apache-2.0

/// The credentials of one authenticator, found by id, by user and by relying party without searching through all.
struct CredentialStore {
    private struct Account: Hashable {
        let relyingPartyID: String
        let userHandle: [UInt8]
    }

    private var records: [[UInt8]: CredentialRecord] = [:]
    private var idsByRelyingParty: [String: [[UInt8]]] = [:]
    private var idByAccount: [Account: [UInt8]] = [:]

    /// In the order of their making, one relying party after the other.
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
