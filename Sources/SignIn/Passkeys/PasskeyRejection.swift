// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Why a passkey of an account can't be added, changed or removed.
package enum PasskeyRejection: Failure {
    /// The passkey's name is not acceptable.
    case name(NameRule)
    /// The account has no such passkey.
    case unknown
    /// The passkey is the account's last credential.
    case last
    /// The others were added too short a time ago to take its place.
    case lastSettled
    /// The account has the most passkeys that are allowed.
    case tooMany(limit: Int)

    /// A condition on a passkey's name.
    package enum NameRule: Hashable, Sendable {
        case tooLong(limit: Int)
        case controlCharacter
        case directionOverride
    }
}

extension PasskeyRejection {
    package var fault: Fault {
        switch self {
        case .name(let rule): rule.fault
        case .unknown:
            Fault(
                .notFound, "sign-in.passkey-unknown", "The authentication method does not exist.",
                remedy: "List the account's passkeys again. This one was removed.")
        case .last:
            Fault(
                .conflict, "sign-in.last-credential",
                "This is the account's only sign-in method. Add another passkey before you remove this one.",
                remedy: "Add another passkey first.")
        case .lastSettled:
            Fault(
                .conflict, "sign-in.last-settled-passkey",
                "This is the only passkey that the account has had for three days. Remove it when another one is as old.",
                remedy: "Remove it when another passkey is three days old, or with thumbturn users remove-passkey.")
        case .tooMany(let limit):
            Fault(
                .conflict, "sign-in.too-many-passkeys",
                "The account has \(limit) passkeys, which is the maximum. Remove one first.",
                remedy: "Remove a passkey that is no longer used.")
        }
    }

    /// One for each code.
    static let examples: [PasskeyRejection] = [
        .name(.tooLong(limit: 64)), .name(.controlCharacter), .name(.directionOverride), .unknown, .last, .lastSettled,
        .tooMany(limit: 20),
    ]
}

extension PasskeyRejection.NameRule {
    fileprivate var fault: Fault {
        let (suffix, sentence) =
            switch self {
            case .tooLong(let limit): ("too-long", "name must not have more than \(limit) characters.")
            case .directionOverride:
                ("direction-override", "name must not contain characters that override the direction of text.")
            case .controlCharacter: ("control-character", "name must not contain control characters.")
            }
        return Fault(
            .invalidRequest, "sign-in.passkey-name.\(suffix)", sentence,
            remedy: "Send another name for the passkey.")
    }
}
