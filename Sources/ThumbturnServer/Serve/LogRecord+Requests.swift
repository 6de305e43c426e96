// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import WireFormats

extension LogRecord {
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
            ("client", request.client), ("user", request.user), ("code", request.code), ("cause", request.cause),
        ] {
            if let text { fields.append((name, .string(text))) }
        }
        self.init(
            time: request.time, level: request.status >= 500 ? .error : .info, event: "request", fields: fields)
    }
}
