// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite struct AttestationAlterationTests {
    @Test(arguments: table.rows)
    func `each alteration of an attestation is rejected with its code, and each harmless one is accepted`(
        row: RejectionTable.Row
    ) throws {
        let alteration = try #require(AttestationAlteration.named(row.name))
        let scenario = try Self.scenario(alteration)
        #expect(try Self.outcome(of: scenario.with { $0.settings.alteration = alteration }) == row.outcome)
    }

    @Test(arguments: AttestationKind.allCases)
    func `a valid attestation of each kind is accepted`(kind: AttestationKind) throws {
        #expect(try RegistrationScenario(attesting: kind).code() == "accepted")
    }

    @Test func `every alteration is tested`() {
        let missing = AttestationAlteration.allCases.filter { !Self.table.contains($0.name) }
        #expect(missing == [])
    }

    /// Returns a registration with an attestation of the alteration's kind, or packed for chains.
    static func scenario(_ alteration: AttestationAlteration) throws -> RegistrationScenario {
        try RegistrationScenario(
            attesting: alteration.kind ?? .packed, algorithm: alteration == .tpm(.wrongExponent) ? .rs256 : .es256)
    }

    /// Returns the code of the rejection, with the format and the member for an attestation.
    private static func outcome(of scenario: RegistrationScenario) throws -> String {
        guard case .failure(let rejection) = try scenario.run() else { return "accepted" }
        guard case .attestationInvalid(let attestation) = rejection else { return rejection.code }
        switch attestation.reason {
        case .memberMissing(let name), .memberMalformed(let name):
            return "\(rejection.code)(\(attestation.format),\(name))"
        default: return "\(rejection.code)(\(attestation.format))"
        }
    }

    static let table = RejectionTable(
        family: "registration",
        """
        none.nonEmptyStatement attestation.statement-not-empty(none)
        none.statementNotMap attestation.statement-not-empty(none)
        packedSelf.badSignature attestation.signature-invalid(packed)
        packedSelf.emptySignature attestation.member-malformed(packed,sig)
        packedSelf.missingSignature attestation.member-missing(packed,sig)
        packedSelf.signatureAsText attestation.member-malformed(packed,sig)
        packedSelf.signatureByOtherKey attestation.signature-invalid(packed)
        packedSelf.wrongSignedData attestation.signature-invalid(packed)
        packedSelf.algMismatch attestation.algorithm-mismatch(packed)
        packedSelf.missingAlg attestation.member-missing(packed,alg)
        packedSelf.algAsText attestation.member-malformed(packed,alg)
        packedSelf.unknownAlg attestation.algorithm-unknown(packed)
        packedSelf.ecdaa attestation.ecdaa-not-supported(packed)
        packedSelf.emptyX5C attestation.member-malformed(packed,x5c)
        packedSelf.statementNotMap attestation.member-missing(packed,alg)
        packed.badSignature attestation.signature-invalid(packed)
        packed.emptySignature attestation.member-malformed(packed,sig)
        packed.missingSignature attestation.member-missing(packed,sig)
        packed.signatureAsText attestation.member-malformed(packed,sig)
        packed.signatureByOtherKey attestation.signature-invalid(packed)
        packed.signatureByCredentialKey attestation.signature-invalid(packed)
        packed.wrongSignedData attestation.signature-invalid(packed)
        packed.algMismatch attestation.signature-invalid(packed)
        packed.missingAlg attestation.member-missing(packed,alg)
        packed.algAsText attestation.member-malformed(packed,alg)
        packed.unknownAlg attestation.algorithm-unknown(packed)
        packed.missingX5C attestation.signature-invalid(packed)
        packed.emptyX5C attestation.member-malformed(packed,x5c)
        packed.x5cNotArray attestation.member-malformed(packed,x5c)
        packed.certificateAsText attestation.member-malformed(packed,x5c)
        packed.certificateGarbage attestation.certificate-malformed(packed)
        packed.certificateTrailingByte attestation.certificate-malformed(packed)
        packed.ecdaa attestation.ecdaa-not-supported(packed)
        packed.statementNotMap attestation.member-missing(packed,alg)
        packed.certificateVersion1 attestation.certificate-version-unsupported(packed)
        packed.certificateVersion2 attestation.certificate-version-unsupported(packed)
        packed.countryMissing attestation.certificate-country-invalid(packed)
        packed.countryNotISO attestation.certificate-country-invalid(packed)
        packed.organizationMissing attestation.certificate-organization-missing(packed)
        packed.unitMissing attestation.certificate-unit-mismatch(packed)
        packed.unitWrong attestation.certificate-unit-mismatch(packed)
        packed.commonNameMissing attestation.certificate-common-name-missing(packed)
        packed.commonNameEmpty attestation.certificate-common-name-missing(packed)
        packed.basicConstraintsMissing attestation.certificate-basic-constraints-invalid(packed)
        packed.certificateIsAuthority attestation.certificate-basic-constraints-invalid(packed)
        packed.aaguidMismatch attestation.aaguid-mismatch(packed)
        packed.aaguidCritical attestation.certificate-aaguid-extension-malformed(packed)
        packed.aaguidUnwrapped attestation.certificate-aaguid-extension-malformed(packed)
        packed.aaguidAbsent accepted
        tpm.wrongVersion attestation.tpm-version-unsupported(tpm)
        tpm.missingVersion attestation.member-missing(tpm,ver)
        tpm.badSignature attestation.signature-invalid(tpm)
        tpm.emptySignature attestation.member-malformed(tpm,sig)
        tpm.missingSignature attestation.member-missing(tpm,sig)
        tpm.signatureAsText attestation.member-malformed(tpm,sig)
        tpm.signatureByOtherKey attestation.signature-invalid(tpm)
        tpm.missingAlg attestation.member-missing(tpm,alg)
        tpm.algAsText attestation.member-malformed(tpm,alg)
        tpm.unknownAlg attestation.algorithm-unknown(tpm)
        tpm.algMismatch attestation.signature-invalid(tpm)
        tpm.missingX5C attestation.member-missing(tpm,x5c)
        tpm.emptyX5C attestation.member-malformed(tpm,x5c)
        tpm.x5cNotArray attestation.member-malformed(tpm,x5c)
        tpm.certificateAsText attestation.member-malformed(tpm,x5c)
        tpm.certificateGarbage attestation.certificate-malformed(tpm)
        tpm.ecdaa attestation.member-missing(tpm,x5c)
        tpm.statementNotMap attestation.member-missing(tpm,ver)
        tpm.missingPubArea attestation.member-missing(tpm,pubArea)
        tpm.missingCertInfo attestation.member-missing(tpm,certInfo)
        tpm.wrongPubArea attestation.public-key-mismatch(tpm)
        tpm.wrongCurve attestation.public-key-mismatch(tpm)
        tpm.pubAreaTrailingBytes attestation.tpm-public-area-malformed(tpm)
        tpm.pubAreaTruncated attestation.tpm-public-area-malformed(tpm)
        tpm.pubAreaUnknownType attestation.tpm-public-area-malformed(tpm)
        tpm.unknownNameAlgorithm attestation.tpm-public-area-malformed(tpm)
        tpm.wrongMagic attestation.tpm-magic-mismatch(tpm)
        tpm.wrongType attestation.tpm-type-mismatch(tpm)
        tpm.wrongExtraData attestation.ceremony-mismatch(tpm)
        tpm.extraDataWrongDigest attestation.ceremony-mismatch(tpm)
        tpm.wrongName attestation.tpm-name-mismatch(tpm)
        tpm.nameAlgorithmMismatch attestation.tpm-name-mismatch(tpm)
        tpm.certInfoTrailingBytes attestation.tpm-certification-info-malformed(tpm)
        tpm.certInfoTruncated attestation.tpm-certification-info-malformed(tpm)
        tpm.certificateVersion1 attestation.certificate-version-unsupported(tpm)
        tpm.subjectNotEmpty attestation.certificate-subject-not-empty(tpm)
        tpm.alternativeNameMissing attestation.certificate-alternative-name-malformed(tpm)
        tpm.alternativeNameNotCritical attestation.certificate-alternative-name-malformed(tpm)
        tpm.manufacturerUnknown accepted
        tpm.manufacturerMissing attestation.certificate-alternative-name-malformed(tpm)
        tpm.modelMissing attestation.certificate-alternative-name-malformed(tpm)
        tpm.tpmVersionMissing attestation.certificate-alternative-name-malformed(tpm)
        tpm.keyUsageMissing attestation.certificate-key-usage-mismatch(tpm)
        tpm.keyUsageWrong attestation.certificate-key-usage-mismatch(tpm)
        tpm.basicConstraintsMissing attestation.certificate-basic-constraints-invalid(tpm)
        tpm.certificateIsAuthority attestation.certificate-basic-constraints-invalid(tpm)
        tpm.aaguidMismatch attestation.aaguid-mismatch(tpm)
        tpm.attributesInOneSet accepted
        tpm.aaguidPresent accepted
        androidKey.badSignature attestation.signature-invalid(android-key)
        androidKey.emptySignature attestation.member-malformed(android-key,sig)
        androidKey.missingSignature attestation.member-missing(android-key,sig)
        androidKey.signatureAsText attestation.member-malformed(android-key,sig)
        androidKey.wrongSignedData attestation.signature-invalid(android-key)
        androidKey.missingAlg attestation.member-missing(android-key,alg)
        androidKey.algAsText attestation.member-malformed(android-key,alg)
        androidKey.unknownAlg attestation.algorithm-unknown(android-key)
        androidKey.algMismatch attestation.signature-invalid(android-key)
        androidKey.missingX5C attestation.member-missing(android-key,x5c)
        androidKey.emptyX5C attestation.member-malformed(android-key,x5c)
        androidKey.x5cNotArray attestation.member-malformed(android-key,x5c)
        androidKey.certificateAsText attestation.member-malformed(android-key,x5c)
        androidKey.certificateGarbage attestation.certificate-malformed(android-key)
        androidKey.statementNotMap attestation.member-missing(android-key,alg)
        androidKey.wrongKey attestation.public-key-mismatch(android-key)
        androidKey.descriptionMissing attestation.certificate-extension-malformed(android-key)
        androidKey.descriptionMalformed attestation.certificate-extension-malformed(android-key)
        androidKey.wrongChallenge attestation.ceremony-mismatch(android-key)
        androidKey.allApplicationsInSoftwareList attestation.key-for-all-applications(android-key)
        androidKey.allApplicationsInTEEList attestation.key-for-all-applications(android-key)
        androidKey.originImported attestation.key-origin-mismatch(android-key)
        androidKey.originMissing attestation.key-origin-mismatch(android-key)
        androidKey.originInSoftwareList attestation.key-origin-mismatch(android-key)
        androidKey.purposeVerify attestation.key-purpose-mismatch(android-key)
        androidKey.purposeMissing attestation.key-purpose-mismatch(android-key)
        androidSafetyNet.missingVersion attestation.member-missing(android-safetynet,ver)
        androidSafetyNet.emptyVersion attestation.member-malformed(android-safetynet,ver)
        androidSafetyNet.versionAsNumber attestation.member-malformed(android-safetynet,ver)
        androidSafetyNet.missingResponse attestation.member-missing(android-safetynet,response)
        androidSafetyNet.emptyResponse attestation.member-malformed(android-safetynet,response)
        androidSafetyNet.responseAsText attestation.member-malformed(android-safetynet,response)
        androidSafetyNet.responseMalformed attestation.safetynet-response-malformed(android-safetynet)
        androidSafetyNet.statementNotMap attestation.member-missing(android-safetynet,ver)
        androidSafetyNet.badSignature attestation.signature-invalid(android-safetynet)
        androidSafetyNet.signatureByOtherKey attestation.signature-invalid(android-safetynet)
        androidSafetyNet.unknownAlg attestation.signature-invalid(android-safetynet)
        androidSafetyNet.algNone attestation.signature-invalid(android-safetynet)
        androidSafetyNet.missingX5C attestation.safetynet-response-malformed(android-safetynet)
        androidSafetyNet.emptyX5C attestation.safetynet-response-malformed(android-safetynet)
        androidSafetyNet.certificateGarbage attestation.safetynet-response-malformed(android-safetynet)
        androidSafetyNet.wrongNonce attestation.ceremony-mismatch(android-safetynet)
        androidSafetyNet.missingNonce attestation.ceremony-mismatch(android-safetynet)
        androidSafetyNet.ctsFalse attestation.safetynet-integrity-missing(android-safetynet)
        androidSafetyNet.ctsMissing attestation.safetynet-integrity-missing(android-safetynet)
        androidSafetyNet.wrongHost attestation.safetynet-host-mismatch(android-safetynet)
        androidSafetyNet.oldTimestamp attestation.safetynet-timestamp-invalid(android-safetynet)
        androidSafetyNet.futureTimestamp attestation.safetynet-timestamp-invalid(android-safetynet)
        androidSafetyNet.missingTimestamp attestation.safetynet-timestamp-invalid(android-safetynet)
        apple.missingX5C attestation.member-missing(apple,x5c)
        apple.emptyX5C attestation.member-malformed(apple,x5c)
        apple.x5cNotArray attestation.member-malformed(apple,x5c)
        apple.certificateAsText attestation.member-malformed(apple,x5c)
        apple.certificateGarbage attestation.certificate-malformed(apple)
        apple.statementNotMap attestation.member-missing(apple,x5c)
        apple.wrongNonce attestation.ceremony-mismatch(apple)
        apple.nonceMissing attestation.certificate-extension-malformed(apple)
        apple.nonceMalformed attestation.certificate-extension-malformed(apple)
        apple.wrongKey attestation.public-key-mismatch(apple)
        fidoU2F.badSignature attestation.signature-invalid(fido-u2f)
        fidoU2F.emptySignature attestation.member-malformed(fido-u2f,sig)
        fidoU2F.missingSignature attestation.member-missing(fido-u2f,sig)
        fidoU2F.signatureAsText attestation.member-malformed(fido-u2f,sig)
        fidoU2F.signatureByOtherKey attestation.signature-invalid(fido-u2f)
        fidoU2F.missingX5C attestation.member-missing(fido-u2f,x5c)
        fidoU2F.emptyX5C attestation.member-malformed(fido-u2f,x5c)
        fidoU2F.x5cNotArray attestation.member-malformed(fido-u2f,x5c)
        fidoU2F.certificateAsText attestation.member-malformed(fido-u2f,x5c)
        fidoU2F.certificateGarbage attestation.certificate-malformed(fido-u2f)
        fidoU2F.statementNotMap attestation.member-missing(fido-u2f,x5c)
        fidoU2F.twoCertificates attestation.member-malformed(fido-u2f,x5c)
        fidoU2F.p384Certificate attestation.certificate-curve-mismatch(fido-u2f)
        fidoU2F.rsaCertificate attestation.certificate-curve-mismatch(fido-u2f)
        fidoU2F.signedOtherCredentialId attestation.signature-invalid(fido-u2f)
        fidoU2F.signedOtherRelyingParty attestation.signature-invalid(fido-u2f)
        fidoU2F.signedCompressedKey attestation.signature-invalid(fido-u2f)
        fidoU2F.signedPackedStyle attestation.signature-invalid(fido-u2f)
        fidoU2F.signedWrongFirstByte attestation.signature-invalid(fido-u2f)
        fidoU2F.aaguidSet accepted
        compound.empty attestation.compound-statements-too-few(compound)
        compound.oneElement attestation.compound-statements-too-few(compound)
        compound.nested attestation.compound-nested(compound)
        compound.oneInvalid attestation.signature-invalid(android-key)
        compound.allInvalid attestation.signature-invalid(packed)
        compound.unknownFormat attestation.compound-format-unknown(compound)
        compound.missingFormat attestation.member-malformed(compound,fmt)
        compound.missingElementStatement attestation.member-missing(compound,attStmt)
        compound.elementNotMap attestation.member-malformed(compound,fmt)
        compound.statementNotArray attestation.compound-statements-too-few(compound)
        chain.leafExpired trust.certificate-expired
        chain.leafNotYetValid trust.certificate-not-yet-valid
        chain.intermediateExpired trust.certificate-expired
        chain.intermediateNotYetValid trust.certificate-not-yet-valid
        chain.intermediateNotAuthority trust.chain-invalid
        chain.missingIntermediate trust.no-path-to-anchor
        chain.forgedLeaf trust.no-path-to-anchor
        chain.forgedIntermediate trust.no-path-to-anchor
        chain.untrustedRoot trust.no-path-to-anchor
        chain.selfSuppliedRoot trust.no-path-to-anchor
        chain.selfSignedLeaf trust.no-path-to-anchor
        chain.rootIncluded accepted
        chain.strangerIncluded accepted
        tpm.wrongExponent attestation.public-key-mismatch(tpm)
        """)
}
