// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import WebAuthnVerification
import WireFormats

/// A request with its result: a response, or the problem that becomes one.
struct HandledRequest {
    let incoming: IncomingRequest
    /// `nil` for health checks and for requests to a host that is not served.
    var context: RequestContext?
    var result: Result<HTTPResponse, HTTPProblem> = .failure(.unknownPath)

    init(_ incoming: IncomingRequest) {
        self.incoming = incoming
    }

    var problem: HTTPProblem? {
        guard case .failure(let problem) = result else { return nil }
        return problem
    }

    /// The log record of the request.
    func record(of response: HTTPResponse, duration: Duration) -> RequestRecord {
        let problem = problem
        var record = RequestRecord(
            reference: incoming.reference, method: incoming.request.method.rawValue,
            path: incoming.route?.rawValue ?? TerminalText.safe(incoming.request.path, limit: 100),
            host: incoming.facts.host?.host ?? "", address: incoming.address,
            status: response.status.code, duration: duration, time: context?.time ?? .now())
        record.client = context?.client?.id
        record.user = context?.user?.rawValue
        record.code = problem?.code
        record.explanation = problem.map { $0.report?.explanation ?? $0.description }
        record.report = problem?.report
        record.cause = problem?.cause
        return record
    }
}
