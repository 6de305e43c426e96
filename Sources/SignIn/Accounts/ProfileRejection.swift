// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// A condition on a sign-up profile.
package enum ProfileRejection: Failure, Hashable {
    case identifierMissing(Identifier.Kind)
    case noIdentifier
    case identifierNotAccepted(Identifier.Kind)
    case identifierMalformed(Identifier.Kind)
    case textTooLong(member: String, limit: Int)
    case tooMuchMetadata(limit: Int)
    /// The text contains a character that changes the direction of the text after it.
    case directionOverride(member: String)
    /// The picture is not an https URL.
    case pictureNotSecure
}

extension ProfileRejection {
    package var fault: Fault {
        let (suffix, sentence) =
            switch self {
            case .identifierMissing(let kind): ("identifier-missing", "user_profile must contain \(kind.rawValue).")
            case .noIdentifier:
                ("identifiers-missing", "user_profile must contain an identifier that users can sign in with.")
            case .identifierNotAccepted(let kind):
                ("identifier-not-accepted", "The connection does not accept \(kind.rawValue).")
            case .identifierMalformed(let kind):
                ("identifier-malformed", "The \(kind.rawValue) in user_profile is malformed.")
            case .textTooLong(let member, let limit):
                ("text-too-long", "\(member) must not have more than \(limit) characters.")
            case .directionOverride(let member):
                (
                    "direction-override",
                    "\(member) must not contain characters that override the direction of text."
                )
            case .pictureNotSecure: ("picture-not-secure", "picture must be an https URL.")
            case .tooMuchMetadata(let limit):
                ("too-much-metadata", "user_metadata must not have more than \(limit) members.")
            }
        return Fault(
            .invalidRequest, "sign-in.profile.\(suffix)", sentence,
            remedy: "Compare user_profile with options.attributes of the connection.")
    }

    /// One for each code.
    static let examples: [ProfileRejection] = [
        .identifierMissing(.email), .noIdentifier, .identifierNotAccepted(.email), .identifierMalformed(.email),
        .textTooLong(member: "…", limit: 300), .tooMuchMetadata(limit: 10), .directionOverride(member: "…"),
        .pictureNotSecure,
    ]
}
