// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import JOSE
import OpenIDProvider
import SignIn
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// A code that the server sends or logs, with its meaning.
package struct ErrorCode: Hashable, Sendable {
    /// The stable name of a reason, for programs.
    package let code: String
    /// An explanation of what happened, for the developer of a client.
    package let meaning: String

    package init(code: String, meaning: String) {
        self.code = code
        self.meaning = meaning
    }

    /// Every code that the server can send or log. Three dots stand for received text.
    package static let all: [ErrorCode] =
        ceremonies + SignInFailure.examples.map { ErrorCode($0) } + OAuthFailure.examples.map { ErrorCode($0) }
        + authorizations + requests + messages

    private init(_ failure: SignInFailure) {
        self.init(code: failure.code, meaning: HTTPProblem(failure).description)
    }

    private init(_ failure: OAuthFailure) {
        let problem = HTTPProblem(failure)
        self.init(code: problem.code, meaning: problem.description)
    }
}

extension ErrorCode {
    /// The codes of errors on pages and in redirects.
    private static let authorizations: [ErrorCode] =
        AuthorizationPageError.allCases.map { ErrorCode(code: "oauth.\($0.code)", meaning: $0.description) }
        + UserCodeRejection.allCases.map { ErrorCode(code: "oauth.\($0.code)", meaning: $0.description) }
        + AuthorizationError.examples.map { ErrorCode(code: "oauth.\($0.code)", meaning: $0.description) }
        + LogoutPageError.allCases.map { ErrorCode(code: "oauth.\($0.code)", meaning: $0.description) }

    private static let ceremonies: [ErrorCode] =
        RegistrationRejection.examples.map { ErrorCode(code: $0.code, meaning: $0.explanation) }
        + AuthenticationRejection.examples.map { ErrorCode(code: $0.code, meaning: $0.explanation) }

    private static let requests: [ErrorCode] = [
        ErrorCode(code: "request.host-unknown", meaning: "The server does not serve this host."),
        ErrorCode(
            code: "request.insecure", meaning: "The request used plain HTTP, but the host requires TLS."),
        ErrorCode(code: "request.username-missing", meaning: "The request names no user."),
        ErrorCode(code: "request.path-unknown", meaning: "There is nothing at this path."),
        ErrorCode(code: "request.method-not-allowed", meaning: "The path does not support this method."),
        ErrorCode(
            code: "request.rate-limited", meaning: "Too many requests came from this address or for this account."),
        ErrorCode(
            code: "request.content-type-unsupported", meaning: "The body's media type is not supported."
        ),
        ErrorCode(code: "request.json-malformed", meaning: "The body is not strict JSON, or not an object."),
        ErrorCode(
            code: "request.form-malformed", meaning: "The body is not a valid form, or repeats a parameter."),
        ErrorCode(
            code: "request.body-invalid", meaning: "A member of the body is missing, or has a wrong type or value."),
        ErrorCode(
            code: "request.query-invalid", meaning: "The query is malformed, or a parameter has an invalid value."),
        ErrorCode(
            code: "account.type-not-supported", meaning: "Only passkeys can be added as authentication methods."),
        ErrorCode(
            code: "invitation.origin-mismatch", meaning: "The request does not come from the invitation's own page."),
        ErrorCode(
            code: "page.origin-mismatch", meaning: "The request does not come from the server's own page."),
        ErrorCode(
            code: "page.navigation-missing",
            meaning: "A page of another site requested the page without navigating to it."),
        ErrorCode(
            code: "page.form-token-mismatch", meaning: "The form does not belong to the session of the browser."),
        ErrorCode(
            code: "page.sign-in-required", meaning: "The user is not signed in, or did not sign in recently enough."),
        ErrorCode(
            code: "cors.origin-not-allowed", meaning: "The page's origin is not allowed to read the response."
        ),
        ErrorCode(code: "server.starting", meaning: "The host's keys are not ready yet."),
        ErrorCode(code: "server.unexpected", meaning: "The server failed unexpectedly. The log has the cause."),
    ]

    /// The codes of messages that did not reach a handler.
    private static let messages: [ErrorCode] =
        RequestRejection.allCases.map {
            ErrorCode(code: HTTPProblem(ServerErrorContext(status: $0.status, code: $0.code)).code, meaning: $0.meaning)
        }
        + [
            ("head_deadline_passed", 408), ("body_deadline_passed", 408), ("handler_deadline_passed", 503),
            ("buffers_full", 503), ("response_malformed", 500),
        ].map { code, status in ErrorCode(ServerErrorContext(status: HTTPStatus(code: status), code: code)) }

    private init(_ error: ServerErrorContext) {
        let problem = HTTPProblem(error)
        self.init(code: problem.code, meaning: problem.description)
    }
}

extension RequestRejection {
    fileprivate var meaning: String {
        switch self {
        case .bareLineFeed: "A line ends with a bare line feed."
        case .bareCarriageReturn: "The head contains a carriage return without a line feed."
        case .controlCharacter: "The head contains a control character."
        case .requestLineTooLong: "The request line is too long."
        case .requestLineMalformed: "The request line does not consist of a method, a target and a version."
        case .methodMalformed: "The method is not a token."
        case .methodNotSupported: "The method is not supported."
        case .targetMalformed: "The request target is malformed."
        case .versionMalformed: "The version is malformed."
        case .versionNotSupported: "The version is not HTTP/1.0 or HTTP/1.1."
        case .headTooLarge: "The head of the request is too large."
        case .fieldsTooMany: "The request has too many header fields."
        case .fieldMalformed: "A header field has no colon."
        case .fieldNameMalformed: "The name of a header field is not a token."
        case .fieldFolded: "A header field continues on the next line."
        case .fieldNotText: "The value of a header field is not text."
        case .hostMissing: "The request has no Host."
        case .hostRepeated: "The request has more than one Host."
        case .hostMalformed: "Host is malformed."
        case .hostContradictsTarget: "Host and the request target name different hosts."
        case .hostNotServed: "The server does not serve this host."
        case .contentLengthMalformed: "Content-Length is not a number."
        case .contentLengthRepeated: "The request has more than one Content-Length."
        case .lengthBesideTransferEncoding: "The request has both Content-Length and Transfer-Encoding."
        case .transferEncodingRepeated: "The request has more than one Transfer-Encoding."
        case .transferEncodingNotSupported: "Transfer-Encoding is not chunked."
        case .transferEncodingTooEarly: "The request has a Transfer-Encoding, but its version is HTTP/1.0."
        case .expectationNotSupported: "Expect is not 100-continue."
        case .bodyTooLarge: "The body is larger than this path allows."
        case .chunkMalformed: "A chunk of the body is malformed."
        case .trailersTooLarge: "The trailers are too large."
        }
    }
}

extension SignInFailure {
    /// One failure for each code, those of rejected ceremonies left out.
    fileprivate static let examples: [SignInFailure] = {
        var examples: [SignInFailure] = ClientRule.allCases.map { .clientNotAdmitted($0) }
        examples += [
            .connectionUnknown("…"), .passkeysDisabled(connection: "…"), .signUpDisabled(connection: "…"),
            .passkeyRequired(connection: "…"),
        ]
        examples += OrganizationRule.allCases.map { .organization($0) }
        let profile: [ProfileRule] = [
            .identifierMissing(.email), .noIdentifier, .identifierNotAccepted(.email), .identifierMalformed(.email),
            .textTooLong(member: "…", limit: 300), .tooMuchMetadata(limit: 10), .directionOverride(member: "…"),
            .pictureNotSecure,
        ]
        examples += profile.map { .profile($0) }
        let ceremony: [CeremonyRejection] = [
            .notSealedHere, .expired, .belongsElsewhere, .purposeMismatch, .alreadyConsumed,
        ]
        examples += ceremony.map { .ceremony($0) }
        let invitation: [InvitationRejection] = [.notSealedHere, .expired, .belongsElsewhere, .alreadyConsumed]
        examples += invitation.map { .invitation($0) }
        examples += SetupRejection.allCases.map { .setup($0) }
        let names: [PasskeyNameRule] = [.tooLong(limit: 64), .controlCharacter, .directionOverride]
        examples += names.map { .passkeyName($0) }
        return examples + [
            .accountExists, .onlyWayIn, .connectionMismatch, .identifierMismatch, .credentialUnknown(CredentialID([])),
            .accountBlocked, .accountToBeDeleted(at: Timestamp(secondsSince1970: 0)), .proofMissing, .passkeyTooNew,
            .tokenVoid,
            .signInTooOld(maxAge: 900), .accountUnknown, .identityUnknown("…"),
            .passkeyUnknown, .lastCredential, .tooManyPasskeys(limit: 20), .modifiedConcurrently,
            .replayed(.proofOfPossession), .tooBusy, .storageUnavailable(reason: "…"),
        ]
    }()
}

extension OAuthFailure {
    /// One failure for each code.
    fileprivate static let examples: [OAuthFailure] = {
        var examples: [OAuthFailure] = [
            .parameterMissing("…"), .parameterMalformed("…"), .grantTypeUnknown("…"), .grantTypeNotAllowed("…"),
            .clientUnknown,
        ]
        examples += ClientRejection.examples.map { .clientNotAuthenticated($0) }
        examples += DPoPRejection.examples.map { .proofNotAccepted($0) }
        examples += [
            .proofMissing, .audienceUnknown("…"), .audienceNotAllowed("…"), .sessionTransferNotSupported,
            .scopeNotOffered("…"), .scopeNotGranted(["…"]),
            .userBlocked, .loginTicketOriginNotAllowed,
        ]
        examples += RefreshRejection.allCases.map { .refreshTokenRejected($0) } + [.tokenTypeNotSupported]
        examples += AuthorizationCodeRejection.allCases.map { .authorizationCodeRejected($0) }
        examples += DeviceCodeRejection.allCases.map { .deviceCodeRejected($0) }
        examples += [.tooManyDeviceRequests, .deviceFlowWithoutOrganization, .accessTokenMissing, .accessTokenRepeated]
        examples += AccessTokenRejection.allCases.map { .accessTokenRejected($0) }
        return examples + [.scopeInsufficient(needed: ["…"]), .signingKeyMissing(algorithm: "…")]
    }()
}

extension ClientRejection {
    fileprivate static let examples: [ClientRejection] = [
        .headerMalformed, .severalMethods, .identifiersDiffer, .assertionTypeUnknown, .assertionTypeMissing,
        .assertionMissing, .methodNotAllowed(expected: "…"), .secretMismatch, .assertionMalformed,
        .assertionAlgorithmMismatch, .assertionKeyUnknown, .assertionKeyExpired, .assertionSignatureInvalid,
        .assertionIssuerMismatch, .assertionSubjectMismatch, .assertionAudienceMismatch, .assertionExpired,
        .assertionValidTooLong, .assertionNotYetValid, .assertionTooOld, .assertionIdentifierMissing,
        .assertionReplayed,
    ]
}

extension DPoPRejection {
    fileprivate static let examples: [DPoPRejection] = [
        .severalProofs, .malformed(.malformed), .typeNotProof, .algorithmNotAllowed("…"), .keyMissing,
        .keyNotAcceptable(.malformed), .signatureInvalid, .claimsMalformed, .identifierMissing, .methodMismatch,
        .targetMismatch, .tokenHashMissing, .tokenHashMismatch, .nonceMissing, .nonceNotCurrent,
        .issuedTooLongAgo(seconds: 300), .issuedInFuture(seconds: 300), .replayed,
    ]
}
