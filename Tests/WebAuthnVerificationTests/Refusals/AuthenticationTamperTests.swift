// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Spoilt authentications")
struct AuthenticationTamperTests {
    @Test(
        "each way to spoil an authentication is refused with its own code, and each oddity is accepted",
        arguments: table.rows)
    func verdict(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).with { $0.tamper = tamper }.code() == row.outcome)
    }

    @Test("what every spoilt authentication is made from is accepted", arguments: table.rows)
    func unspoilt(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).code() == "accepted")
    }

    @Test("no way to spoil an authentication is left out")
    func completeness() {
        let missing = Tamper.allCases.filter {
            $0.ceremonies.contains(.authentication) && !Self.table.contains($0.name)
        }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test("a challenge in the standard alphabet is another challenge")
    func standardAlphabet() throws {
        let trial = AuthenticationTrial(challenge: Example.challengeWithBothAlphabets)
        #expect(try trial.code() == "accepted")
        #expect(
            try trial.with { $0.tamper = .challengeStandardAlphabet }.code() == "authentication.challenge-mismatch")
    }

    /// What the ceremony has to be like for the spoiling to be the only thing wrong.
    static func trial(_ tamper: Tamper) throws -> AuthenticationTrial {
        switch tamper.need(in: .authentication) {
        case .unidentifiedUser: AuthenticationTrial().with { $0.pending.user = .discoverable }
        case .countingCredential, .deviceBoundCredential: AuthenticationTrial(profile: .legacyDeviceBound)
        case .crossOriginAllowed: AuthenticationTrial().with { $0.pending.relyingParty.framing = Example.framing }
        default: AuthenticationTrial()
        }
    }

    static let table = RefusalTable(
        family: "authentication",
        """
        wrongType type-mismatch
        typeWrongCase type-mismatch
        missingClientDataType type-mismatch
        wrongChallenge challenge-mismatch
        challengePrefix challenge-mismatch
        challengeCaseChanged challenge-mismatch
        challengePadded challenge-mismatch
        challengeEmpty challenge-mismatch
        missingChallenge challenge-mismatch
        wrongOrigin origin-not-allowed
        originSuffixDomain origin-not-allowed
        originPrefixDomain origin-not-allowed
        originSubdomain origin-not-allowed
        originHTTP origin-not-allowed
        originOtherPort origin-not-allowed
        originTrailingDot origin-not-allowed
        originUpperCase origin-not-allowed
        originTrailingSlash origin-not-allowed
        originUserInfo origin-not-allowed
        originArray origin-not-allowed
        originNull origin-not-allowed
        missingOrigin origin-not-allowed
        crossOriginTrue cross-origin-not-allowed
        crossOriginText cross-origin-not-allowed
        topOriginSet top-origin-not-allowed
        foreignTopOrigin top-origin-not-allowed
        escapedSlashes accepted
        unicodeEscapes accepted
        reorderedClientData accepted
        extraClientDataMember accepted
        bomInClientData accepted
        whitespaceInClientData accepted
        tokenBindingInClientData accepted
        crossOriginAbsent accepted
        duplicateClientDataMember client-data.not-json
        invalidJSONClientData client-data.not-json
        invalidUTF8ClientData client-data.not-utf8
        clientDataArray client-data.not-an-object
        emptyClientData client-data.not-json
        trailingClientData client-data.not-json
        nulAfterClientData client-data.not-json
        deepClientData client-data.not-json
        wrongRpIdHash relying-party-id-mismatch
        zeroRpIdHash relying-party-id-mismatch
        upCleared user-presence-missing
        uvCleared user-verification-missing
        bsWithoutBE backup-flags-inconsistent
        beFlipped backup-eligibility-changed
        bsFlipped accepted
        reservedFlags accepted
        counterRollback counter-regressed
        counterRepeated counter-regressed
        truncatedAuthData authenticator-data.truncated
        shortAuthData authenticator-data.truncated
        trailingAuthData authenticator-data.trailing-bytes
        attestedDataInAssertion accepted
        extensionDataMissing authenticator-data.extensions-malformed
        extensionsNotMap authenticator-data.extensions-malformed
        trailingExtensionData authenticator-data.trailing-bytes
        unsolicitedExtension accepted
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
        rawIdMismatch response.identifiers-differ
        missingId response.member-missing
        missingRawId accepted
        missingType response.member-missing
        wrongCredentialType response.type-not-public-key
        idAsNumber response.member-of-wrong-type
        missingResponse response.member-missing
        nullResponse response.member-missing
        missingClientData response.member-missing
        missingAuthenticatorData response.member-missing
        missingSignature response.member-missing
        missingUserHandle user-handle-missing
        foreignUserHandle user-handle-mismatch
        unknownCredential credential-mismatch
        paddedBase64 accepted
        standardBase64 response.member-not-base64url
        missingClientExtensionResults accepted
        unknownMembers accepted
        notJSON response.not-json
        trailingResponse response.not-json
        duplicateResponseMember response.not-json
        """)
}
