// SPDX-License-Identifier: Apache-2.0

/// Why a request got no page, or got the same page again.
package enum PageFault: CaseIterable, Hashable, Sendable {
    case invalidRequest
    case expired
    case unknownClient
    case redirectMismatch
    case notFound
    case tooMany
    case unavailable
    case server
    case codeUnknown
    case linkUnusable
    case codeLinkUnusable
    case noticeUnusable
    case nothingToStop
    case objectionsSpent
    case codeUsed
    case forbidden

    func message(in strings: Strings) -> Strings.Message {
        switch self {
        case .invalidRequest: strings.errors.invalidRequest
        case .expired: strings.errors.expired
        case .unknownClient: strings.errors.unknownClient
        case .redirectMismatch: strings.errors.redirectMismatch
        case .notFound: strings.errors.notFound
        case .tooMany: strings.errors.tooMany
        case .unavailable: strings.errors.unavailable
        case .server: strings.errors.server
        case .codeUnknown: strings.errors.codeUnknown
        case .linkUnusable: strings.errors.linkUnusable
        case .codeLinkUnusable: strings.codes.link.unusable
        case .noticeUnusable: strings.notice.unusable
        case .nothingToStop: strings.notice.nothingLeft
        case .objectionsSpent: strings.notice.objectionsSpent
        case .codeUsed: strings.errors.codeUsed
        case .forbidden: strings.errors.forbidden
        }
    }
}

/// The fault in the value of a field.
package enum FieldFault: CaseIterable, Hashable, Sendable {
    case missing
    case malformed
    /// An account with this identifier exists.
    case taken
    /// None of the fields is filled in, and one must be.
    case noneOfThese
    case tooLong

    func text(for kind: IdentifierField.Kind?, in strings: Strings) -> String {
        switch self {
        case .missing: strings.errors.fieldRequired
        case .taken: strings.errors.identifierTaken
        case .noneOfThese: strings.errors.oneIdentifier
        case .tooLong: strings.errors.nameTooLong
        case .malformed:
            switch kind {
            case .email: strings.errors.emailMalformed
            case .phone: strings.errors.phoneMalformed
            case .username: strings.errors.usernameMalformed
            case nil: strings.errors.malformed
            }
        }
    }
}
