// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Altered attestations")
struct AttestationAlterationTests {
    @Test(
        "each alteration of an attestation is refused with its own code, and each oddity is accepted",
        arguments: table.rows)
    func verdict(_ row: RejectionTable.Row) throws {
        let alteration = try #require(AttestationAlteration.named(row.name))
        let trial = try Self.trial(alteration)
        #expect(try trial.with { $0.settings.alteration = alteration }.code() == row.outcome)
    }

    @Test("an attestation of each kind is accepted", arguments: AttestationKind.allCases)
    func unaltered(_ kind: AttestationKind) throws {
        #expect(try RegistrationTrial(attesting: kind).code() == "accepted")
    }

    @Test("no alteration is left out")
    func completeness() {
        let missing = AttestationAlteration.allCases.filter { !Self.table.contains($0.name) }
        #expect(missing == [])
    }

    /// An attestation of the alteration's kind; for chains, a packed one.
    static func trial(_ alteration: AttestationAlteration) throws -> RegistrationTrial {
        try RegistrationTrial(
            attesting: alteration.kind ?? .packed, algorithm: alteration == .tpm(.wrongExponent) ? .rs256 : .es256)
    }

    static let table = RejectionTable(
        family: "registration",
        """
        none.nonEmptyStatement attestation.8.7.statement-not-empty
        none.statementNotMap attestation.8.7.statement-not-empty
        packedSelf.badSignature attestation.8.2.signature-invalid
        packedSelf.emptySignature attestation.8.2.sig-malformed
        packedSelf.missingSignature attestation.8.2.sig-missing
        packedSelf.signatureAsText attestation.8.2.sig-malformed
        packedSelf.signatureByOtherKey attestation.8.2.signature-invalid
        packedSelf.wrongSignedData attestation.8.2.signature-invalid
        packedSelf.algMismatch attestation.8.2.algorithm-mismatch
        packedSelf.missingAlg attestation.8.2.alg-missing
        packedSelf.algAsText attestation.8.2.alg-malformed
        packedSelf.unknownAlg attestation.8.2.algorithm-unknown
        packedSelf.ecdaa attestation.8.2.ecdaa-not-supported
        packedSelf.emptyX5C attestation.8.2.x5c-malformed
        packedSelf.statementNotMap attestation.8.2.alg-missing
        packed.badSignature attestation.8.2.signature-invalid
        packed.emptySignature attestation.8.2.sig-malformed
        packed.missingSignature attestation.8.2.sig-missing
        packed.signatureAsText attestation.8.2.sig-malformed
        packed.signatureByOtherKey attestation.8.2.signature-invalid
        packed.signatureByCredentialKey attestation.8.2.signature-invalid
        packed.wrongSignedData attestation.8.2.signature-invalid
        packed.algMismatch attestation.8.2.signature-invalid
        packed.missingAlg attestation.8.2.alg-missing
        packed.algAsText attestation.8.2.alg-malformed
        packed.unknownAlg attestation.8.2.algorithm-unknown
        packed.missingX5C attestation.8.2.signature-invalid
        packed.emptyX5C attestation.8.2.x5c-malformed
        packed.x5cNotArray attestation.8.2.x5c-malformed
        packed.certificateAsText attestation.8.2.x5c-malformed
        packed.certificateGarbage attestation.8.2.certificate-malformed
        packed.certificateTrailingByte attestation.8.2.certificate-malformed
        packed.ecdaa attestation.8.2.ecdaa-not-supported
        packed.statementNotMap attestation.8.2.alg-missing
        packed.certificateVersion1 attestation.8.2.certificate-version
        packed.certificateVersion2 attestation.8.2.certificate-version
        packed.countryMissing attestation.8.2.certificate-subject-country
        packed.countryNotISO attestation.8.2.certificate-subject-country
        packed.organizationMissing attestation.8.2.certificate-subject-organization
        packed.unitMissing attestation.8.2.certificate-subject-unit
        packed.unitWrong attestation.8.2.certificate-subject-unit
        packed.commonNameMissing attestation.8.2.certificate-subject-name
        packed.commonNameEmpty attestation.8.2.certificate-subject-name
        packed.basicConstraintsMissing attestation.8.2.certificate-basic-constraints
        packed.certificateIsAuthority attestation.8.2.certificate-basic-constraints
        packed.aaguidMismatch attestation.8.2.aaguid-mismatch
        packed.aaguidCritical attestation.8.2.certificate-aaguid-extension
        packed.aaguidUnwrapped attestation.8.2.certificate-aaguid-extension
        packed.aaguidAbsent accepted
        tpm.wrongVersion attestation.8.3.version
        tpm.missingVersion attestation.8.3.ver-missing
        tpm.badSignature attestation.8.3.signature-invalid
        tpm.emptySignature attestation.8.3.sig-malformed
        tpm.missingSignature attestation.8.3.sig-missing
        tpm.signatureAsText attestation.8.3.sig-malformed
        tpm.signatureByOtherKey attestation.8.3.signature-invalid
        tpm.missingAlg attestation.8.3.alg-missing
        tpm.algAsText attestation.8.3.alg-malformed
        tpm.unknownAlg attestation.8.3.algorithm-unknown
        tpm.algMismatch attestation.8.3.signature-invalid
        tpm.missingX5C attestation.8.3.x5c-missing
        tpm.emptyX5C attestation.8.3.x5c-malformed
        tpm.x5cNotArray attestation.8.3.x5c-malformed
        tpm.certificateAsText attestation.8.3.x5c-malformed
        tpm.certificateGarbage attestation.8.3.certificate-malformed
        tpm.ecdaa attestation.8.3.x5c-missing
        tpm.statementNotMap attestation.8.3.ver-missing
        tpm.missingPubArea attestation.8.3.pubArea-missing
        tpm.missingCertInfo attestation.8.3.certInfo-missing
        tpm.wrongPubArea attestation.8.3.public-key-mismatch
        tpm.wrongCurve attestation.8.3.public-key-mismatch
        tpm.pubAreaTrailingBytes attestation.8.3.pub-area-malformed
        tpm.pubAreaTruncated attestation.8.3.pub-area-malformed
        tpm.pubAreaUnknownType attestation.8.3.pub-area-malformed
        tpm.unknownNameAlgorithm attestation.8.3.pub-area-malformed
        tpm.wrongMagic attestation.8.3.magic
        tpm.wrongType attestation.8.3.type
        tpm.wrongExtraData attestation.8.3.ceremony-mismatch
        tpm.extraDataWrongDigest attestation.8.3.ceremony-mismatch
        tpm.wrongName attestation.8.3.attested-name
        tpm.nameAlgorithmMismatch attestation.8.3.attested-name
        tpm.certInfoTrailingBytes attestation.8.3.cert-info-malformed
        tpm.certInfoTruncated attestation.8.3.cert-info-malformed
        tpm.certificateVersion1 attestation.8.3.certificate-version
        tpm.subjectNotEmpty attestation.8.3.certificate-subject-not-empty
        tpm.alternativeNameMissing attestation.8.3.certificate-alternative-name
        tpm.alternativeNameNotCritical attestation.8.3.certificate-alternative-name
        tpm.manufacturerUnknown accepted
        tpm.manufacturerMissing attestation.8.3.certificate-alternative-name
        tpm.modelMissing attestation.8.3.certificate-alternative-name
        tpm.tpmVersionMissing attestation.8.3.certificate-alternative-name
        tpm.keyUsageMissing attestation.8.3.certificate-extended-key-usage
        tpm.keyUsageWrong attestation.8.3.certificate-extended-key-usage
        tpm.basicConstraintsMissing attestation.8.3.certificate-basic-constraints
        tpm.certificateIsAuthority attestation.8.3.certificate-basic-constraints
        tpm.aaguidMismatch attestation.8.3.aaguid-mismatch
        tpm.attributesInOneSet accepted
        tpm.aaguidPresent accepted
        androidKey.badSignature attestation.8.4.signature-invalid
        androidKey.emptySignature attestation.8.4.sig-malformed
        androidKey.missingSignature attestation.8.4.sig-missing
        androidKey.signatureAsText attestation.8.4.sig-malformed
        androidKey.wrongSignedData attestation.8.4.signature-invalid
        androidKey.missingAlg attestation.8.4.alg-missing
        androidKey.algAsText attestation.8.4.alg-malformed
        androidKey.unknownAlg attestation.8.4.algorithm-unknown
        androidKey.algMismatch attestation.8.4.signature-invalid
        androidKey.missingX5C attestation.8.4.x5c-missing
        androidKey.emptyX5C attestation.8.4.x5c-malformed
        androidKey.x5cNotArray attestation.8.4.x5c-malformed
        androidKey.certificateAsText attestation.8.4.x5c-malformed
        androidKey.certificateGarbage attestation.8.4.certificate-malformed
        androidKey.statementNotMap attestation.8.4.alg-missing
        androidKey.wrongKey attestation.8.4.public-key-mismatch
        androidKey.descriptionMissing attestation.8.4.certificate-extension
        androidKey.descriptionMalformed attestation.8.4.certificate-extension
        androidKey.wrongChallenge attestation.8.4.ceremony-mismatch
        androidKey.allApplicationsInSoftwareList attestation.8.4.key-for-all-applications
        androidKey.allApplicationsInTEEList attestation.8.4.key-for-all-applications
        androidKey.originImported attestation.8.4.key-origin
        androidKey.originMissing attestation.8.4.key-origin
        androidKey.originInSoftwareList attestation.8.4.key-origin
        androidKey.purposeVerify attestation.8.4.key-purpose
        androidKey.purposeMissing attestation.8.4.key-purpose
        androidSafetyNet.missingVersion attestation.8.5.ver-missing
        androidSafetyNet.emptyVersion attestation.8.5.ver-malformed
        androidSafetyNet.versionAsNumber attestation.8.5.ver-malformed
        androidSafetyNet.missingResponse attestation.8.5.response-missing
        androidSafetyNet.emptyResponse attestation.8.5.response-malformed
        androidSafetyNet.responseAsText attestation.8.5.response-malformed
        androidSafetyNet.responseMalformed attestation.8.5.answer-malformed
        androidSafetyNet.statementNotMap attestation.8.5.ver-missing
        androidSafetyNet.badSignature attestation.8.5.signature-invalid
        androidSafetyNet.signatureByOtherKey attestation.8.5.signature-invalid
        androidSafetyNet.unknownAlg attestation.8.5.signature-invalid
        androidSafetyNet.algNone attestation.8.5.signature-invalid
        androidSafetyNet.missingX5C attestation.8.5.answer-malformed
        androidSafetyNet.emptyX5C attestation.8.5.answer-malformed
        androidSafetyNet.certificateGarbage attestation.8.5.answer-malformed
        androidSafetyNet.wrongNonce attestation.8.5.ceremony-mismatch
        androidSafetyNet.missingNonce attestation.8.5.ceremony-mismatch
        androidSafetyNet.ctsFalse attestation.8.5.cts-profile
        androidSafetyNet.ctsMissing attestation.8.5.cts-profile
        androidSafetyNet.wrongHost attestation.8.5.host
        androidSafetyNet.oldTimestamp attestation.8.5.timestamp
        androidSafetyNet.futureTimestamp attestation.8.5.timestamp
        androidSafetyNet.missingTimestamp attestation.8.5.timestamp
        apple.missingX5C attestation.8.8.x5c-missing
        apple.emptyX5C attestation.8.8.x5c-malformed
        apple.x5cNotArray attestation.8.8.x5c-malformed
        apple.certificateAsText attestation.8.8.x5c-malformed
        apple.certificateGarbage attestation.8.8.certificate-malformed
        apple.statementNotMap attestation.8.8.x5c-missing
        apple.wrongNonce attestation.8.8.ceremony-mismatch
        apple.nonceMissing attestation.8.8.certificate-extension
        apple.nonceMalformed attestation.8.8.certificate-extension
        apple.wrongKey attestation.8.8.public-key-mismatch
        fidoU2F.badSignature attestation.8.6.signature-invalid
        fidoU2F.emptySignature attestation.8.6.sig-malformed
        fidoU2F.missingSignature attestation.8.6.sig-missing
        fidoU2F.signatureAsText attestation.8.6.sig-malformed
        fidoU2F.signatureByOtherKey attestation.8.6.signature-invalid
        fidoU2F.missingX5C attestation.8.6.x5c-missing
        fidoU2F.emptyX5C attestation.8.6.x5c-malformed
        fidoU2F.x5cNotArray attestation.8.6.x5c-malformed
        fidoU2F.certificateAsText attestation.8.6.x5c-malformed
        fidoU2F.certificateGarbage attestation.8.6.certificate-malformed
        fidoU2F.statementNotMap attestation.8.6.x5c-missing
        fidoU2F.twoCertificates attestation.8.6.x5c-malformed
        fidoU2F.p384Certificate attestation.8.6.certificate-key-curve
        fidoU2F.rsaCertificate attestation.8.6.certificate-key-curve
        fidoU2F.signedOtherCredentialId attestation.8.6.signature-invalid
        fidoU2F.signedOtherRelyingParty attestation.8.6.signature-invalid
        fidoU2F.signedCompressedKey attestation.8.6.signature-invalid
        fidoU2F.signedPackedStyle attestation.8.6.signature-invalid
        fidoU2F.signedWrongFirstByte attestation.8.6.signature-invalid
        fidoU2F.aaguidSet accepted
        compound.empty attestation.8.9.too-few-statements
        compound.oneElement attestation.8.9.too-few-statements
        compound.nested attestation.8.9.nested
        compound.oneInvalid attestation.8.4.signature-invalid
        compound.allInvalid attestation.8.2.signature-invalid
        compound.unknownFormat attestation.8.9.format-unknown
        compound.missingFormat attestation.8.9.fmt-malformed
        compound.missingElementStatement attestation.8.9.attStmt-missing
        compound.elementNotMap attestation.8.9.fmt-malformed
        compound.statementNotArray attestation.8.9.too-few-statements
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
        tpm.wrongExponent attestation.8.3.public-key-mismatch
        """)
}
