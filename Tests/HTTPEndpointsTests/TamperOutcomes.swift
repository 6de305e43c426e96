// SPDX-License-Identifier: Apache-2.0

import RefusalTables
import SoftwareAuthenticator

/// What becomes of each way to spoil an answer, over HTTP: the code of its refusal, or `accepted`. It is the verifier's, but
/// for what does not get as far.
struct TamperOutcomes: Sendable {
    static let registration = TamperOutcomes(
        table: .registrations, exceptions: ["deepClientData": "request.json"])
    static let authentication = TamperOutcomes(
        table: .authentications,
        exceptions: ["deepClientData": "request.json", "unknownCredential": "sign-in.credential-unknown"])

    fileprivate let table: RefusalTable
    fileprivate let exceptions: [String: String]

    subscript(tamper: Tamper) -> String? { exceptions[tamper.name] ?? table.outcome(of: tamper.name) }
}
