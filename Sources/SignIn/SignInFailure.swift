// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import RateLimiting
import WebAuthnMessages
package import WebAuthnVerification
import WireFormats

/// Why a use case of this module failed: a rejection of one of its folders, or something that hinders all of them.
package enum SignInFailure: Failure {
    case admission(AdmissionRejection)
    /// The profile of a sign-up, or a user's name, is not acceptable.
    case profile(ProfileRejection)
    /// The session is invalid, or does not belong to this request.
    case ceremony(CeremonyRejection)
    case response(ResponseRejection)
    case account(AccountRejection)
    case passkey(PasskeyRejection)
    case password(PasswordRejection)
    case invitation(InvitationRejection)
    case setup(SetupRejection)
    case link(LinkRejection)
    case code(CodeRejection)
    case deviceKey(DeviceKeyRejection)

    /// The records changed during verification, because another response came first.
    case modifiedConcurrently
    /// A signed message of the request was used before.
    case replayed(OneTimeUse.Kind)
    /// The sender or the user exceeded a limit.
    case limitExceeded(RateLimitStatus)
    /// Too many registrations wait for verification, or passwords to be hashed.
    case tooBusy
    /// The storage is not available.
    case storageUnavailable(reason: String)
}

extension SignInFailure {
    package var fault: Fault {
        switch self {
        case .admission(let rejection): rejection.fault
        case .profile(let rejection): rejection.fault
        case .ceremony(let rejection): rejection.fault
        case .response(let rejection): rejection.fault
        case .account(let rejection): rejection.fault
        case .passkey(let rejection): rejection.fault
        case .password(let rejection): rejection.fault
        case .invitation(let rejection): rejection.fault
        case .setup(let rejection): rejection.fault
        case .link(let rejection): rejection.fault
        case .code(let rejection): rejection.fault
        case .deviceKey(let rejection): rejection.fault
        case .modifiedConcurrently:
            Fault(
                .invalidGrant, "sign-in.modified-concurrently",
                "Another request changed the account first. Start again.",
                remedy: "Start again. Another request changed the same account first.")
        case .replayed(let kind):
            Fault(
                .invalidRequest, "sign-in.replayed", Self.sentence(ofReplayed: kind),
                remedy: "Send a new client assertion and a new DPoP proof with each request.")
        case .limitExceeded(let status):
            Fault(
                .tooMany, "request.rate-limited", "Too many requests. Try again in \(status.retryAfter) s.",
                meaning: "Too many requests came from this address or for this account.",
                remedy: "Send fewer requests. If one server sends requests for many users, raise --rate-limits.")
        case .tooBusy:
            Fault(
                .tooMany, "sign-in.too-busy", "Too much is being verified. Try again in a moment.",
                remedy:
                    "Try again in a moment. If it persists, look for an address that sends many registrations or guesses "
                    + "passwords, or raise --hash-threads.")
        case .storageUnavailable:
            Fault(
                .unavailable, "sign-in.storage-unavailable",
                "The server can't store data right now. Try again in a moment.",
                remedy: "Check the disk: it may be full or read-only. The server recovers when it can write.")
        }
    }

    private static func sentence(ofReplayed kind: OneTimeUse.Kind) -> String {
        switch kind {
        case .clientAssertion: "The client assertion was already used."
        case .proofOfPossession: "This DPoP proof was already used."
        }
    }

    /// One failure for each code of this module.
    package static let examples: [SignInFailure] = {
        var examples: [SignInFailure] = AdmissionRejection.examples.map { .admission($0) }
        examples += ProfileRejection.examples.map { .profile($0) }
        examples += CeremonyRejection.examples.map { .ceremony($0) }
        examples += InvitationRejection.examples.map { .invitation($0) }
        examples += SetupRejection.allCases.map { .setup($0) }
        examples += LinkRejection.allCases.map { .link($0) }
        examples += AccountRejection.examples.map { .account($0) }
        examples += ResponseRejection.examples.map { .response($0) }
        examples += PasskeyRejection.examples.map { .passkey($0) }
        examples += PasswordRejection.examples.map { .password($0) }
        examples += CodeRejection.examples.map { .code($0) }
        examples += DeviceKeyRejection.examples.map { .deviceKey($0) }
        return examples + [
            .modifiedConcurrently, .replayed(.proofOfPossession), .tooBusy,
            .storageUnavailable(reason: "…"),
        ]
    }()
}

extension SignInFailure {
    /// Whether the failure rejects the response for good. A response that could not be verified or stored, or that
    /// came with a profile to correct, may be sent again.
    var consumesCeremony: Bool {
        switch self {
        case .admission, .response, .account, .passkey, .password, .invitation, .setup, .modifiedConcurrently: true
        case .profile, .ceremony, .link, .code, .deviceKey, .replayed, .limitExceeded, .tooBusy, .storageUnavailable:
            false
        }
    }

    /// The report on a rejected response, for operators. `nil` for other failures.
    package var report: RejectionReport? {
        if case .response(let rejection) = self { rejection.report } else { nil }
    }

    /// Translates an error of the storage.
    package init(_ error: any Error) {
        self =
            switch error {
            case let failure as SignInFailure: failure
            case StorageConflict.alreadyExists: .account(.exists)
            case StorageConflict.notFound: .account(.unknown)
            case is StorageConflict: .modifiedConcurrently
            case StorageError.unavailable(let reason), StorageError.incompatible(let reason),
                StorageError.damaged(let reason):
                .storageUnavailable(reason: reason)
            default: .storageUnavailable(reason: "\(error)")
            }
    }
}
