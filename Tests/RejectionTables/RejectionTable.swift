// SPDX-License-Identifier: Apache-2.0

/// The outcome of each response mutation in one ceremony: the code of the rejection, or `accepted`.
package struct RejectionTable: Sendable {
    /// The name of a mutation and its outcome.
    package struct Row: Sendable, CustomStringConvertible {
        package let name: String
        package let outcome: String

        package var description: String { "\(name): \(outcome)" }
    }

    package let rows: [Row]

    /// Parses rows of two words. The codes in the text lack their family, which is added.
    package init(family: String, _ text: String) {
        rows = text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let name = words.first, let outcome = words.last, words.count == 2 else { return nil }
            return Row(name: name, outcome: outcome == "accepted" ? outcome : "\(family).\(outcome)")
        }
    }

    package func contains(_ name: String) -> Bool { outcome(of: name) != nil }

    package func outcome(of name: String) -> String? { rows.first { $0.name == name }?.outcome }
}

extension RejectionTable {
    /// The mutations with the same outcome in registrations and authentications.
    static let ofBothCeremonies = """
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
        reservedFlags accepted
        unsolicitedExtension accepted
        rawIdMismatch response.identifier-mismatch
        missingId response.member-missing
        missingRawId response.member-missing
        missingType response.member-missing
        wrongCredentialType response.type-not-public-key
        idAsNumber response.member-type-mismatch
        missingResponse response.member-missing
        nullResponse response.member-missing
        missingClientData response.member-missing
        paddedBase64 accepted
        standardBase64 response.member-not-base64url
        missingClientExtensionResults accepted
        unknownMembers accepted
        notJSON response.not-json
        trailingResponse response.not-json
        duplicateResponseMember response.not-json

        """
}
