// SPDX-License-Identifier: Apache-2.0

import RejectionTables
import SoftwareAuthenticator

/// What becomes of each way to tamper with an answer, over HTTP: the code of its refusal, or `accepted`. It is the verifier's, but
/// for what does not get as far.
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
