// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation

/// A passkey authenticator in software, with the browser's half of WebAuthn in front of it: options in, response out.
///
/// Any number of threads may use one authenticator at the same time.
public final class SoftwareAuthenticator: @unchecked Sendable {
    /// What kind of authenticator this is.
    public let profile: AuthenticatorProfile
    private let lock = NSLock()
    private var store = CredentialStore()
    private var authority: AttestationAuthority?

    /// An empty authenticator. Its attestations come from `authority`, or from one of its own when that is nil.
    public init(profile: AuthenticatorProfile = .iCloudKeychain, authority: AttestationAuthority? = nil) {
        self.profile = profile
        self.authority = authority
    }

    /// Creates an authenticator that already holds one discoverable credential with an existing key.
    package convenience init(
        profile: AuthenticatorProfile, holding key: SigningKey, id: [UInt8], relyingPartyID: String,
        userHandle: [UInt8]
    ) {
        self.init(profile: profile)
        insert(
            CredentialRecord(
                id: id, relyingPartyID: relyingPartyID, userHandle: userHandle, userName: "", displayName: "",
                key: key, signCount: 0, isDiscoverable: true, prfSecret: [], supportsLargeBlob: false))
    }

    /// The credentials in it, by relying party and in the order of their making.
    public var credentials: [HeldCredential] { lock.withLock { store.all }.map(\.summary) }

    /// Forgets a credential, as a person does in their settings; false when there is none of that id.
    @discardableResult
    public func remove(_ credentialID: [UInt8]) -> Bool { lock.withLock { store.remove(credentialID) } }

    /// Forgets all credentials of a user but the accepted ones, which is `signalAllAcceptedCredentials`.
    public func keepOnly(_ accepted: [[UInt8]], relyingPartyID: String, userHandle: [UInt8]) {
        lock.withLock {
            for record in store.all
            where record.relyingPartyID == relyingPartyID && record.userHandle == userHandle
                && !accepted.contains(record.id)
            {
                store.remove(record.id)
            }
        }
    }

    /// Gives a user's credentials other names, which is `signalCurrentUserDetails`.
    public func rename(relyingPartyID: String, userHandle: [UInt8], to name: String, displayName: String? = nil) {
        lock.withLock {
            for record in store.all where record.relyingPartyID == relyingPartyID && record.userHandle == userHandle {
                store.update(record.id) {
                    $0.userName = name
                    $0.displayName = displayName ?? name
                }
            }
        }
    }

    /// The authority behind this authenticator's attestations; made when it is first needed.
    public func attestationAuthority() throws(AuthenticatorFailure) -> AttestationAuthority {
        if let existing = lock.withLock({ authority }) { return existing }
        let fresh = try AttestationAuthority()
        return lock.withLock {
            if let existing = authority { return existing }
            authority = fresh
            return fresh
        }
    }

    // MARK: - State, for the ceremonies and the vault

    var records: [CredentialRecord] { lock.withLock { store.all } }
    var existingAuthority: AttestationAuthority? { lock.withLock { authority } }

    func record(_ id: [UInt8]) -> CredentialRecord? { lock.withLock { store[id] } }

    func latestDiscoverable(for relyingPartyID: String) -> CredentialRecord? {
        lock.withLock { store.latestDiscoverable(for: relyingPartyID) }
    }

    func insert(_ record: CredentialRecord) {
        lock.withLock { store.insert(record, replacesSameAccount: profile.oneCredentialPerUser) }
    }

    /// Takes the next counter of a credential; zero for those that do not count.
    func takeCounter(of id: [UInt8]) -> UInt32 {
        guard profile.counter == .incrementing else { return 0 }
        return lock.withLock {
            store.update(id) { $0.signCount &+= 1 }
            return store[id]?.signCount ?? 0
        }
    }

    func keep(blob: [UInt8], of id: [UInt8]) {
        lock.withLock { store.update(id) { $0.largeBlob = blob } }
    }
}
