// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import WebAuthnVerification
import WireFormats

extension LogRecord {
    /// A line has no room for more.
    private static let originLimit = 16

    /// One line for each request.
    init(_ request: RequestRecord) {
        let microseconds = request.duration.components.attoseconds / 1_000_000_000_000
        var fields: [(String, JSONValue)] = [
            ("reference", .string(request.reference)), ("method", .string(request.method)),
            ("path", .string(request.path)), ("status", .number(JSONNumber(Int64(request.status)))),
            (
                "duration_us",
                .number(JSONNumber(request.duration.components.seconds * 1_000_000 + microseconds))
            ),
            ("host", .string(request.host)), ("address", .string(request.address)),
        ]
        for (name, text) in [
            ("client", request.client), ("user", request.user), ("code", request.code), ("step", request.report?.step),
            ("explanation", request.explanation), ("cause", request.cause),
            ("received", request.report?.receivedOrigin),
        ] {
            if let text { fields.append((name, .string(text))) }
        }
        if let allowed = request.report?.allowedOrigins {
            fields.append(("allowed", .array(allowed.prefix(Self.originLimit).map(JSONValue.string))))
        }
        self.init(
            time: request.time, level: request.status >= 500 ? .error : .info, event: "request", fields: fields)
    }
}
