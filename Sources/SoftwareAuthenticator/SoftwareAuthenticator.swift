// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation

/// A passkey authenticator in software with the browser's part of WebAuthn: options in, response out.
///
/// An authenticator may be used from any number of threads at once.
public final class SoftwareAuthenticator: @unchecked Sendable {
    /// The behavior of this authenticator.
    public let profile: AuthenticatorProfile
    private let lock = NSLock()
    private var store = CredentialStore()
    private var authority: AttestationAuthority?

    /// Creates an empty authenticator. Its attestations come from `authority`, or from a new one if that is `nil`.
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

    /// The credentials by relying party, in the order of their creation.
    public var credentials: [HeldCredential] { lock.withLock { store.all }.map(\.summary) }

    /// Removes a credential, as a person does in their settings. Returns `false` if there is none with that id.
    @discardableResult
    public func remove(_ credentialID: [UInt8]) -> Bool { lock.withLock { store.remove(credentialID) } }

    /// Removes all credentials of a user but the accepted ones, like `signalAllAcceptedCredentials`.
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

    /// Renames the credentials of a user, like `signalCurrentUserDetails`.
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

    /// The authority of this authenticator's attestations, created when it is first needed.
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

    /// Increments the counter of a credential and returns it, or zero for credentials without one.
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
