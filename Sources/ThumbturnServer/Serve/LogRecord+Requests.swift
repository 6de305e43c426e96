// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import WebAuthnVerification
import WireFormats

extension LogFieldName {
    fileprivate static let reference = LogFieldName("reference")
    fileprivate static let method = LogFieldName("method")
    fileprivate static let path = LogFieldName("path")
    fileprivate static let status = LogFieldName("status")
    fileprivate static let duration = LogFieldName("duration_us")
    fileprivate static let host = LogFieldName("host")
    fileprivate static let address = LogFieldName("address")
    fileprivate static let client = LogFieldName("client")
    fileprivate static let user = LogFieldName("user")
    fileprivate static let code = LogFieldName("code")
    fileprivate static let step = LogFieldName("step")
    fileprivate static let explanation = LogFieldName("explanation")
    fileprivate static let cause = LogFieldName("cause")
    fileprivate static let received = LogFieldName("received")
    fileprivate static let allowed = LogFieldName("allowed")
    static let skippedBefore = LogFieldName("skipped_before")
}

extension LogRecord {
    /// The number of allowed origins that fit into a line.
    private static let originLimit = 16

    /// The line of one request.
    init(_ request: RequestRecord) {
        self.init(time: request.time, level: request.status >= 500 ? .error : .info, event: "request")
        fields.reserveCapacity(16)
        append(.reference, request.reference)
        append(.method, request.method)
        append(.path, request.path)
        append(.status, Int64(request.status))
        let (seconds, attoseconds) = request.duration.components
        append(.duration, seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
        append(.host, request.host)
        append(.address, request.address)
        append(.client, request.client)
        append(.user, request.user)
        append(.code, request.code)
        append(.step, request.report?.step)
        append(.explanation, request.explanation)
        append(.cause, request.cause)
        append(.received, request.report?.receivedOrigin)
        if let allowed = request.report?.allowedOrigins {
            fields.append(
                LogField(.allowed, value: .array(allowed.prefix(Self.originLimit).map(JSONValue.string))))
        }
    }

    private mutating func append(_ name: LogFieldName, _ text: String?) {
        if let text { fields.append(LogField(name, value: .string(text))) }
    }

    private mutating func append(_ name: LogFieldName, _ number: Int64) {
        fields.append(LogField(name, value: .number(JSONNumber(number))))
    }
}
