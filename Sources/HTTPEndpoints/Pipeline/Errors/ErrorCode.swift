// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WebAuthnVerification

/// A code that the server sends or logs, with its meaning and its remedy.
package struct ErrorCode: Hashable, Sendable {
    /// The stable name of a reason, for programs.
    package let code: String
    /// An explanation of what happened, for the developer of a client.
    package let meaning: String
    /// Advice for operators. `CLIENT` stands for the client of the request. That of ceremonies depends on their kind,
    /// and stands elsewhere.
    package let remedy: String?

    package init(code: String, meaning: String, remedy: String? = nil) {
        self.code = code
        self.meaning = meaning
        self.remedy = remedy
    }

    private init(_ fault: Fault) {
        self.init(code: fault.code, meaning: fault.meaning ?? fault.sentence, remedy: fault.remedy)
    }

    private init(_ rejection: RequestRejection) {
        let fault = ServerErrorContext(status: rejection.status, code: rejection.code).fault
        self.init(code: fault.code, meaning: rejection.meaning, remedy: fault.remedy)
    }

    /// Every code that the server can send or log. Three dots stand for received text.
    package static let all: [ErrorCode] = ceremonies + failures + messages

    private static let ceremonies: [ErrorCode] =
        RegistrationRejection.examples.map { ErrorCode(code: $0.code, meaning: $0.explanation) }
        + AuthenticationRejection.examples.map { ErrorCode(code: $0.code, meaning: $0.explanation) }

    private static let failures: [ErrorCode] = {
        var faults = SignInFailure.examples.map(\.fault)
        faults += OAuthFailure.examples.map(\.fault)
        faults += AuthorizationPageError.allCases.map(\.fault)
        faults += UserCodeRejection.allCases.map(\.fault)
        faults += AuthorizationError.examples.map(\.fault)
        faults += LogoutPageError.allCases.map(\.fault)
        faults += RequestFailure.examples.map(\.fault)
        return faults.map { ErrorCode($0) }
    }()

    /// The codes of messages that did not reach a handler.
    private static let messages: [ErrorCode] =
        RequestRejection.allCases.map { ErrorCode($0) }
        + [
            ("head_deadline_passed", 408), ("body_deadline_passed", 408), ("handler_deadline_passed", 503),
            ("buffers_full", 503), ("response_malformed", 500),
        ].map { code, status in ErrorCode(ServerErrorContext(status: HTTPStatus(code: status), code: code).fault) }
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
