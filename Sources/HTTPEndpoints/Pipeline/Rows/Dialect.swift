// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer

/// How the operations of a family answer failures.
struct Dialect: Sendable {
    var format = ErrorFormat.authentication
    /// Returns what a failure means here, where it means something else than elsewhere.
    var translate: @Sendable (any Error, RequestContext) throws -> any Error = { error, _ in error }

    static let authentication = Dialect()
}

extension IncomingRequest {
    /// The failure as the row's family means it.
    func translate(_ error: any Error, in context: RequestContext) -> any Error {
        guard let row else { return error }
        do { return try row.family.dialect.translate(error, context) } catch { return error }
    }
}

/// The response that a request gets in place of its handler's, such as a redirect to the sign-in page.
struct ThrownResponse: Error {
    let response: HTTPResponse
}
