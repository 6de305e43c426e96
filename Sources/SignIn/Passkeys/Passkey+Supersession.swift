// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WebAuthnMessages
import WebAuthnVerification

extension Passkey {
    /// Whether this new passkey replaces another one of the same account.
    ///
    /// A provider keeps one credential for a relying party and a user handle, and a new one overwrites the old. So a
    /// passkey that can be backed up supersedes one that is bound to its device if both are of the same relying party,
    /// user handle and provider. The AAGUID identifies the provider. An AAGUID of zeros identifies none, except between
    /// platform authenticators: before iOS 17.2 and macOS 14.2, the platform's own provider sent zeros.
    func supersedes(_ other: Passkey) -> Bool {
        origin.isBackupEligible && !other.origin.isBackupEligible && other.supersededBy == nil
            && origin.relyingPartyID == other.origin.relyingPartyID && origin.userHandle == other.origin.userHandle
            && origin.isOfSameProvider(as: other.origin)
    }
}

extension Passkey.Origin {
    fileprivate func isOfSameProvider(as other: Passkey.Origin) -> Bool {
        guard aaguid == other.aaguid else { return false }
        return aaguid != .zero || (attachment == .platform && other.attachment == .platform)
    }
}
