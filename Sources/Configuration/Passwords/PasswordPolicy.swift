// SPDX-License-Identifier: Apache-2.0

/// What the passwords of a connection may be.
///
/// A length is a number of Unicode scalars, of the text as it is given: whoever stores a password normalizes it first.
package struct PasswordPolicy: Hashable, Sendable {
    /// The types of characters that Auth0 tells apart. Characters outside ASCII have none of them.
    package enum CharacterType: String, CaseIterable, Sendable {
        case lowercase
        case uppercase
        case number
        case special
    }

    package static let maximumLength = 256
    /// The longest run of identical or sequential characters, where runs are blocked.
    package static let longestRun = 2

    package var minimumLength = 8
    /// The types of which a password must contain characters.
    package var characterTypes: Set<CharacterType> = []
    /// Whether three of all four types are enough.
    package var acceptsThreeOfFour = false
    package var blocksIdenticalCharacters = false
    /// Whether runs such as `abc` and `321` are blocked.
    package var blocksSequentialCharacters = false
    /// The operator's own list of passwords that are too common.
    package var commonPasswords: Set<FoldedText> = []
    /// The parts of the profile that a password must not contain. It never resembles an identifier.
    package var personalFields: [PersonalField] = []
    /// How many of the user's earlier passwords must not be used again.
    package var historySize = 0

    package init() {}

    /// Returns what is wrong with a password, without a comparison with earlier ones. Nothing else is said about one
    /// that is too long, so that no work depends on its length.
    package func faults(of password: String, for owner: PasswordOwner) -> [PasswordFault] {
        guard !Self.isTooLong(password) else { return [.tooLong] }
        let rules = rules(for: password)
        let folded = FoldedText(password)
        var faults: [PasswordFault] = []
        if rules.prefix(1).contains(where: { !$0.isMet }) { faults.append(.tooShort) }
        if rules.dropFirst().contains(where: { !$0.isMet }) { faults.append(.composition) }
        if commonPasswords.contains(folded) || owner.isOfSite(folded) { faults.append(.common) }
        if owner.isRecognizable(in: folded, by: personalFields) { faults.append(.personal) }
        return faults
    }

    static func isTooLong(_ password: String) -> Bool {
        !password.unicodeScalars.dropFirst(maximumLength).isEmpty
    }
}

/// A reason why a password is not accepted, named as in the code of a failure.
package enum PasswordFault: String, CaseIterable, Sendable {
    case tooShort = "too-short"
    case tooLong = "too-long"
    case composition
    /// Many people use it, or it is the name of the site.
    case common
    /// It was stolen somewhere.
    case breached
    case personal
    /// The password is the user's current or an earlier one. Only a comparison with their hashes finds it.
    case reused
}
