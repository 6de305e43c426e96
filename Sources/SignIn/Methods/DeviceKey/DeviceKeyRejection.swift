// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// Why a device key is not accepted, or can't be added or removed.
package enum DeviceKeyRejection: Failure, Hashable {
    /// The key signs nobody in. Strangers never learn more.
    case mismatch(Mismatch)
    case keyNotAcceptable(KeyRule)
    case nameNotAcceptable
    case unknown
    /// The user could not sign in again without it.
    case last
    case tooMany(limit: Int)
    /// The client takes no device keys any longer.
    case ended(since: Timestamp)
    /// The key that was used is itself too young to change anything beside what is older.
    case tooNew(until: Timestamp)
    /// The client doesn't speak Auth0's old requests.
    case legacyDisabled
    /// An old request has no ID token that counts.
    case idTokenNotAccepted
    /// An old request has no name and password.
    case passwordMissing

    /// What a mismatch is to operators.
    package enum Mismatch: String, CaseIterable, Sendable {
        case challenge = "The auth_session is not valid here, has expired, or is for something else."
        case malformed = "The assertion is not a JWT of this kind."
        case unknownKey = "There is no such device key."
        case otherClient = "The key belongs to another client."
        case otherUser = "The assertion names another user than the key's."
        case otherConnection = "The user is in another connection."
        case signature = "The signature is not the key's."
        case claims = "The issuer, the audience or the challenge is another."
        case time = "The assertion has expired, is not valid yet, or is valid too long."
        case replayed = "The assertion or the challenge was used before."
        case inactive = "The account is blocked, or is going to be erased."
        case keyTooWeak = "The client accepts no key as weak as this."
    }

    /// A condition on the key.
    package enum KeyRule: String, CaseIterable, Sendable {
        case malformed
        case kind
        case size
        case exponent
        /// The same key was added before.
        case known
    }
}

extension DeviceKeyRejection {
    package var fault: Fault {
        switch self {
        case .mismatch:
            Fault(
                .invalidGrant, "sign-in.device-key-mismatch", "Wrong device key.",
                remedy: "None needed, unless it happens often. The log has the cause.")
        case .keyNotAcceptable(let rule): rule.fault
        case .nameNotAcceptable:
            Fault(
                .invalidRequest, "sign-in.device-name",
                "device_name must have 1 to 100 characters, without control characters.",
                remedy: "Send the name that users know their device by.")
        case .unknown:
            Fault(
                .notFound, "sign-in.device-key-unknown", "The device key does not exist.",
                remedy: "List the account's device keys again. This one was removed.")
        case .last:
            Fault(
                .conflict, "sign-in.last-device-key",
                "Nothing else that the account has had for three days signs in. Add a passkey, and remove this device key "
                    + "when the passkey is as old.",
                remedy: "Add a passkey first. It counts after three days.")
        case .tooMany(let limit):
            Fault(
                .conflict, "sign-in.too-many-device-keys",
                "The account has \(limit) device keys, which is the maximum. Remove one first.",
                remedy: "Remove the key of a device that is no longer used.")
        case .ended(let time):
            Fault(
                .unauthorizedClient, "sign-in.device-keys-ended",
                "Device keys have not signed in here since \(time.description). Sign in another way.",
                meaning: "The client's device_keys_until has passed.",
                remedy: "Users sign in with a passkey. A later device_keys_until of CLIENT gives them more time.")
        case .tooNew(let time):
            Fault(
                .signInTooOld, "sign-in.device-key-too-new",
                "This device key is too new for this. Sign in another way, or wait until \(time.description).",
                meaning: "The device key is younger than three days, and the account has something older.",
                remedy: "Sign in another way, or wait until the key is three days old.")
        case .idTokenNotAccepted:
            Fault(
                .invalidToken, "sign-in.legacy-id-token",
                "This needs an ID token for the client; to change keys, one of a sign-in with the password of the last 15 "
                    + "minutes.",
                remedy: "Sign the user in at /oauth/ro with the password, and send the id_token of the answer.")
        case .passwordMissing:
            Fault(
                .init(401, "invalid_request"), "sign-in.legacy-password-missing",
                "Send Authorization: Basic with CONNECTION\\USER as the name, and the user's password.",
                remedy: "Send the user's own name and password, with the connection before the name.")
        case .legacyDisabled:
            Fault(
                .notFound, "sign-in.legacy-disabled", "There is nothing at this path for this client.",
                meaning: "The client doesn't speak the requests of Auth0's Touch ID library, or no longer.",
                remedy: "Set legacy_touch_id of CLIENT to true, or have its users sign in with passkeys.")
        }
    }

    /// One for each code.
    static let examples: [DeviceKeyRejection] =
        [.mismatch(.signature)] + KeyRule.allCases.map { .keyNotAcceptable($0) } + [
            .nameNotAcceptable, .unknown, .last, .tooMany(limit: DeviceKeyManagement.limit),
            .ended(since: Timestamp(secondsSince1970: 0)), .tooNew(until: Timestamp(secondsSince1970: 0)),
            .legacyDisabled, .idTokenNotAccepted, .passwordMissing,
        ]
}

extension DeviceKeyRejection.KeyRule {
    fileprivate var fault: Fault {
        let sentence =
            switch self {
            case .malformed: "public_key is malformed, or its point is not on the curve."
            case .kind: "public_key must be of P-256 or RSA."
            case .size: "An RSA key must have 2048 to 8192 bits."
            case .exponent: "The exponent of an RSA key must be 65537."
            case .known: "The account has this device key already."
            }
        return Fault(
            self == .known ? .conflict : .invalidRequest, "sign-in.device-key-not-acceptable.\(rawValue)", sentence,
            remedy: "Generate a new key pair on the device, of P-256.")
    }
}
