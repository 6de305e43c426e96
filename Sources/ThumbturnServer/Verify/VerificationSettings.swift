// SPDX-License-Identifier: Apache-2.0

import WebAuthnVerification
import WireFormats

/// What the command line adds to every case.
struct VerificationSettings {
    /// The time for cases that name none.
    var time: Timestamp?
    /// The metadata that judges trust.
    var metadata = AttestationTrust.Metadata.notUsed
}

extension AttestationTrust.Metadata {
    var isUsed: Bool {
        if case .notUsed = self { false } else { true }
    }
}
