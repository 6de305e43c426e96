// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator

/// The outcome of each response mutation over HTTP: a code, or `accepted`. It is the verifier's outcome, except where
/// the response does not reach the verifier.
struct MutationOutcomes: Sendable {
    static let registration = MutationOutcomes(
        table: .registrations, exceptions: ["deepClientData": "request.json-malformed"])
    static let authentication = MutationOutcomes(
        table: .authentications,
        exceptions: ["deepClientData": "request.json-malformed", "unknownCredential": "sign-in.credential-unknown"])

    fileprivate let table: RejectionTable
    fileprivate let exceptions: [String: String]

    subscript(mutation: ResponseMutation) -> String? { exceptions[mutation.name] ?? table.outcome(of: mutation.name) }
}
