// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// What an attestation statement speaks about, and how it is to be altered.
struct AttestationSubject {
    let authenticatorData: [UInt8]
    let relyingPartyIDHash: [UInt8]
    let aaguid: [UInt8]
    let clientDataHash: [UInt8]
    let credential: CredentialRecord
    let settings: CeremonySettings
    var alteration: AttestationAlteration?

    /// What most formats sign.
    var signedData: [UInt8] { authenticatorData + clientDataHash }

    /// What the formats that sign nothing of their own put into a certificate or token instead.
    var nonce: [UInt8] { DigestAlgorithm.sha256.hash(authenticatorData, followedBy: clientDataHash) }

    var chainAlteration: ChainAlteration? {
        if case .chain(let item) = alteration { item } else { nil }
    }
}
