// SPDX-License-Identifier: Apache-2.0

extension RejectionTable {
    /// The outcomes of mutations in a registration.
    package static let registrations = RejectionTable(family: "registration", ofBothCeremonies + onlyInRegistrations)

    private static let onlyInRegistrations = """
        truncatedAuthData attestation-object.authenticator-data.public-key-malformed
        shortAuthData attestation-object.authenticator-data.truncated
        trailingAuthData attestation-object.authenticator-data.trailing-bytes
        zeroLengthId response.member-empty
        oversizeId credential-id-too-long
        idLengthTooLarge attestation-object.authenticator-data.truncated
        idLengthTooSmall attestation-object.authenticator-data.public-key-malformed
        attestedDataMissing attestation-object.authenticator-data.truncated
        attestedFlagCleared attestation-object.authenticator-data.trailing-bytes
        extensionDataMissing attestation-object.authenticator-data.extensions-malformed
        extensionsNotMap attestation-object.authenticator-data.extensions-malformed
        trailingExtensionData attestation-object.authenticator-data.trailing-bytes
        unknownAlg algorithm-not-offered
        missingKeyAlg public-key.algorithm-missing
        wrongKeyType public-key.key-type-mismatch
        curveMismatch public-key.key-type-mismatch
        offCurvePoint public-key.point-not-on-curve
        pointAtInfinity public-key.point-not-on-curve
        longCoordinate public-key.parameter-unacceptable
        shortCoordinate public-key.parameter-unacceptable
        coordinateAsText public-key.parameter-missing
        compressedPoint public-key.parameter-missing
        keyNotMap attestation-object.authenticator-data.public-key-malformed
        duplicateKeys attestation-object.authenticator-data.public-key-malformed
        keyOrder attestation-object.authenticator-data.public-key-malformed
        nonCanonicalCBOR attestation-object.authenticator-data.public-key-malformed
        indefiniteLengthKey attestation-object.authenticator-data.public-key-malformed
        privateKeyInKey public-key.private-parameter-present
        smallRSAModulus public-key.parameter-unacceptable
        evenRSAModulus public-key.parameter-unacceptable
        rsaExponentOne public-key.parameter-unacceptable
        wrongEdwardsCurve public-key.key-type-mismatch
        shortEdwardsKey public-key.parameter-unacceptable
        trailingCBOR attestation-object.not-cbor
        truncatedAttestationObject attestation-object.not-cbor
        emptyAttestationObject attestation-object.not-cbor
        attestationObjectNotMap attestation-object.not-a-map
        wrongFormatName attestation-format-unknown
        formatNameWrongCase attestation-format-unknown
        formatNotText attestation-object.member-malformed
        missingFormat attestation-object.member-malformed
        missingStatement attestation-object.member-malformed
        missingAuthData attestation-object.member-malformed
        authDataAsText attestation-object.member-malformed
        duplicateAttestationKey attestation-object.not-cbor
        attestationKeyOrder accepted
        extraAttestationKey accepted
        indefiniteLengthCBOR attestation-object.not-cbor
        nonMinimalLength accepted
        taggedCBOR attestation-object.not-cbor
        reservedCBOR attestation-object.not-cbor
        lengthBomb attestation-object.not-cbor
        depthBomb attestation-object.not-cbor
        noneWithStatement attestation.statement-not-empty
        flipSignatureBit attestation.signature-invalid
        missingAttestationObject response.member-missing
        missingTransports accepted
        unknownTransport accepted
        missingRedundantMembers accepted
        lyingRedundantMembers accepted

        """
}
