// SPDX-License-Identifier: Apache-2.0

/// Serializes responses. Framing fields set by the handler are ignored.
enum ResponseWriter {
    static let continueResponse = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static let managedFields = ["Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Date"]

    /// Serializes the response. Returns `nil` if the status, a field name or a field value is invalid, which prevents
    /// response splitting.
    static func bytes(
        _ response: HTTPResponse,
        toHEAD isHead: Bool,
        closing: Bool,
        date: [UInt8]
    ) -> [UInt8]? {
        guard (200...599).contains(response.status.code) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + 64 * response.headers.count + response.body.count)
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        bytes.append(contentsOf: String(response.status.code).utf8)
        bytes.append(0x20)
        bytes.append(contentsOf: response.status.reasonPhrase.utf8)
        bytes.append(contentsOf: "\r\nDate: ".utf8)
        bytes.append(contentsOf: date)
        for field in response.headers.fields where !managedFields.contains(where: { $0.equalsIgnoringCase(field.name) })
        {
            guard append(field, to: &bytes) else { return nil }
        }
        if closing { bytes.append(contentsOf: "\r\nConnection: close".utf8) }
        guard !response.status.forbidsBody else {
            bytes.append(contentsOf: "\r\n\r\n".utf8)
            return bytes
        }
        bytes.append(contentsOf: "\r\nContent-Length: ".utf8)
        bytes.append(contentsOf: String(response.body.count).utf8)
        bytes.append(contentsOf: "\r\n\r\n".utf8)
        if !isHead { bytes.append(contentsOf: response.body) }
        return bytes
    }

    private static func append(_ field: HTTPFields.Field, to bytes: inout [UInt8]) -> Bool {
        guard !field.name.isEmpty, field.name.utf8.allSatisfy(\.isTokenCharacter),
            !field.value.utf8.contains(where: \.isControl)
        else {
            return false
        }
        bytes.append(.carriageReturn)
        bytes.append(.lineFeed)
        bytes.append(contentsOf: field.name.utf8)
        bytes.append(contentsOf: ": ".utf8)
        bytes.append(contentsOf: field.value.utf8)
        return true
    }
}
