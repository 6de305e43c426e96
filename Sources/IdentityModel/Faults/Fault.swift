// SPDX-License-Identifier: Apache-2.0

/// One row of the error codes: what a failure is to programs, to the developer of a client, and to an operator.
package struct Fault: Sendable {
    /// The status and the OAuth error code, which most families answer. A dialect may answer others for a kind.
    package struct Kind: Hashable, Sendable {
        package let status: Int
        package let error: String

        package init(_ status: Int, _ error: String) {
            self.status = status
            self.error = error
        }
    }

    package let kind: Kind
    /// The stable name of the reason, for programs and logs.
    package let code: String
    /// What happened and what to do, for the developer of the client.
    package let sentence: String
    /// What the reference of codes says in its place, where the sentence depends on the request.
    package let meaning: String?
    /// Advice for operators. `CLIENT` stands for the client of the request.
    package let remedy: String?

    package init(
        _ kind: Kind, _ code: String, _ sentence: String, meaning: String? = nil, remedy: String? = nil
    ) {
        self.kind = kind
        self.code = code
        self.sentence = sentence
        self.meaning = meaning
        self.remedy = remedy
    }
}

extension Fault.Kind {
    package static let invalidRequest = Self(400, "invalid_request")
    package static let unauthorizedClient = Self(400, "unauthorized_client")
    package static let blocked = Self(401, "unauthorized")
    package static let invalidToken = Self(401, "invalid_token")
    package static let signInTooOld = Self(401, "insufficient_user_authentication")
    package static let invalidGrant = Self(403, "invalid_grant")
    package static let denied = Self(403, "access_denied")
    package static let notFound = Self(404, "not_found")
    package static let conflict = Self(409, "conflict")
    package static let tooMany = Self(429, "too_many_requests")
    package static let unavailable = Self(503, "temporarily_unavailable")
}

/// A failure with its row.
package protocol Failure: Error, Sendable {
    var fault: Fault { get }
}

extension Failure {
    /// The OAuth error code (RFC 6749, sections 4.1.2.1 and 5.2; RFC 6750, section 3.1; RFC 9449, sections 5 and 7.1).
    package var error: String { fault.kind.error }
    /// The stable name of the reason, for programs and logs.
    package var code: String { fault.code }
    /// What happened and what to do, for the developer of the client.
    package var description: String { fault.sentence }
}
