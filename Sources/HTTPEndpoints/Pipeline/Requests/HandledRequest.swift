// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import RateLimiting
import WebAuthnVerification
import WireFormats

/// A request with what became of it, for the headers of its response and for the log.
final class HandledRequest {
    let incoming: IncomingRequest
    /// `nil` for health checks and for requests to a host that is not served.
    var context: RequestContext?
    /// `nil` if the request succeeded.
    var problem: HTTPProblem?

    init(_ incoming: IncomingRequest) {
        self.incoming = incoming
    }

    /// The limit that the response reports.
    var limit: RateLimitStatus? { problem?.limit ?? context?.limit }

    /// The log record of the request.
    func record(of response: HTTPResponse, duration: Int64) -> RequestRecord {
        var record = RequestRecord(
            reference: incoming.reference, method: incoming.request.method.rawValue,
            path: incoming.resource?.path.text ?? TerminalText.safe(incoming.request.path, limit: 100),
            host: incoming.source.host?.host ?? "", address: incoming.address,
            status: response.status.code, duration: duration, time: context?.time ?? .now())
        record.client = context?.client?.id
        record.user = context?.user?.rawValue
        if let problem = problem ?? context?.pageProblem {
            record.code = problem.code
            record.explanation = problem.report?.explanation ?? problem.description
            record.report = problem.report
            record.received = problem.report?.receivedOrigin ?? problem.mismatch?.received
            record.allowed = problem.report?.allowedOrigins ?? problem.mismatch?.allowed
            record.cause = problem.cause
        }
        return record
    }
}
