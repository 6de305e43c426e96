// SPDX-License-Identifier: Apache-2.0

package import HTTPServer

extension Endpoints {
    /// What is answered to a request that never got here: it could not be read, was too large, or took too long.
    package func answer(_ error: ErrorAnswer) -> HTTPResponse {
        let refusal = Refusal(
            error.status, error.status.code >= 500 ? "server_error" : "invalid_request",
            code: "http.\(error.code.replacingUnderscores)", Self.descriptions[error.status.code] ?? Self.otherwise)
        return ErrorResponses.response(
            to: refusal, family: ResponseFamily(error.head?.path ?? ""), reference: RequestReference.make())
    }

    private static let otherwise = "The request is not acceptable HTTP."
    private static let descriptions = [
        408: "The request took too long to arrive.", 413: "The body is larger than anything that is read here.",
        414: "The address is too long.", 421: "This host is not served here.",
        431: "The head of the request is too large.", 500: "Something went wrong.",
        501: "The body is encoded in a way that is not read here.",
        503: "The answer took too long. Try again in a moment.",
    ]
}

extension String {
    fileprivate var replacingUnderscores: String {
        String(map { $0 == "_" ? "-" : $0 })
    }
}
