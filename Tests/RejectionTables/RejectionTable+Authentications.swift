// SPDX-License-Identifier: Apache-2.0

extension RejectionTable {
    /// The outcomes of mutations in an authentication.
    package static let authentications = RejectionTable(
        family: "authentication", ofBothCeremonies + onlyInAuthentications)

    private static let onlyInAuthentications = """
        beFlipped backup-eligibility-changed
        bsFlipped accepted
        counterRollback counter-regressed
        counterRepeated counter-regressed
        truncatedAuthData authenticator-data.truncated
        shortAuthData authenticator-data.truncated
        trailingAuthData authenticator-data.trailing-bytes
        attestedDataInAssertion accepted
        extensionDataMissing authenticator-data.extensions-malformed
        extensionsNotMap authenticator-data.extensions-malformed
        trailingExtensionData authenticator-data.trailing-bytes
        flipSignatureBit signature-invalid
        highS accepted
        emptySignature signature-invalid
        truncatedSignature signature-invalid
        trailingSignatureByte signature-invalid
        rawSignature signature-invalid
        longLengthSignature signature-invalid
        overpaddedSignature signature-invalid
        zeroSignature signature-invalid
        signatureByOtherKey signature-invalid
        signatureOverUnhashedClientData signature-invalid
        signatureHashFirst signature-invalid
        missingAuthenticatorData response.member-missing
        missingSignature response.member-missing
        missingUserHandle user-handle-missing
        foreignUserHandle user-handle-mismatch
        unknownCredential credential-mismatch

        """
}
