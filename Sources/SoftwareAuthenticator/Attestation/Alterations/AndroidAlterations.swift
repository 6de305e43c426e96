// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with `android-key`, WebAuthn §8.4 and §8.4.1.
public enum AndroidKeyAlteration: String, CaseIterable, Sendable {
    case badSignature, emptySignature, missingSignature, signatureAsText
    /// The signature is the credential's, but over the authenticator data alone.
    case wrongSignedData
    case missingAlg, algAsText, unknownAlg, algMismatch
    case missingX5C, emptyX5C, x5cNotArray, certificateAsText, certificateGarbage
    case statementNotMap
    /// Certificate and signature belong together, and to another key than the credential's.
    case wrongKey
    case descriptionMissing, descriptionMalformed
    case wrongChallenge
    case allApplicationsInSoftwareList, allApplicationsInTEEList
    case originImported, originMissing
    /// The origin stands in the list of the operating system only, which a policy may accept.
    case originInSoftwareList
    case purposeVerify, purposeMissing
}

/// What can be wrong with `android-safetynet`, WebAuthn §8.5.
public enum SafetyNetAlteration: String, CaseIterable, Sendable {
    case missingVersion, emptyVersion, versionAsNumber
    case missingResponse, emptyResponse, responseAsText, responseMalformed
    case statementNotMap
    case badSignature, signatureByOtherKey
    case unknownAlg, algNone, missingX5C, emptyX5C, certificateGarbage
    case wrongNonce, missingNonce
    case ctsFalse, ctsMissing
    /// The certificate is of another host than attest.android.com.
    case wrongHost
    case oldTimestamp, futureTimestamp, missingTimestamp
}
