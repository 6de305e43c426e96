// SPDX-License-Identifier: Apache-2.0

/// Parses the head of a request incrementally, line by line.
struct HeadReader: Sendable {
    private let limits: RequestLimits
    private var line: RequestLine?
    private var headers = HTTPFields()
    private var bytesLeft: Int
    private var hasSkippedLine = false

    init(limits: RequestLimits) {
        self.limits = limits
        bytesLeft = limits.head
    }

    /// Whether no line has been consumed yet.
    var isAtStart: Bool { bytesLeft == limits.head }

    /// Consumes the available lines. Returns `nil` until the head is complete.
    mutating func read(from queue: inout ByteQueue) throws(RequestRejection) -> RequestHead? {
        while line == nil {
            let limit = min(limits.requestLine, bytesLeft - 2)
            guard let range = try queue.takeLine(atMost: limit, otherwise: .requestLineTooLong) else { return nil }
            bytesLeft -= range.count + 2
            // RFC 9112, section 2.2: one empty line is ignored, because old clients sent one after a body.
            if range.isEmpty, !hasSkippedLine {
                hasSkippedLine = true
            } else {
                line = try RequestLine(queue.bytes[range])
            }
        }
        while let range = try queue.takeLine(atMost: bytesLeft - 2, otherwise: .headTooLarge) {
            bytesLeft -= range.count + 2
            if range.isEmpty, let line { return try head(line) }
            guard headers.count < limits.fields else { throw .fieldsTooMany }
            headers.append(try HTTPFields.Field(queue.bytes[range]))
        }
        return nil
    }

    private func head(_ line: RequestLine) throws(RequestRejection) -> RequestHead {
        if line.version == .http11 {
            // RFC 9110, section 10.1.1, defines no other expectation.
            guard headers.values(for: "Expect").allSatisfy({ $0.equalsIgnoringCase("100-continue") }) else {
                throw .expectationNotSupported
            }
        }
        return RequestHead(
            line,
            headers: headers,
            authority: try authority(line),
            framing: try framing(line.version)
        )
    }

    private func authority(_ line: RequestLine) throws(RequestRejection) -> Authority? {
        guard let value = try headers.value(of: "Host", ifRepeated: .hostRepeated) else {
            guard line.version == .http10 else { throw .hostMissing }
            return line.authority
        }
        guard let authority = Authority(value) else { throw .hostMalformed }
        guard line.authority == nil || line.authority == authority else { throw .hostContradictsTarget }
        return authority
    }

    /// Determines the body framing (RFC 9112, section 6.3). Anything that two implementations could interpret
    /// differently is rejected, to prevent request smuggling.
    private func framing(_ version: RequestHead.Version) throws(RequestRejection) -> BodyFraming {
        guard !headers.contains("Content-Length") || !headers.contains("Transfer-Encoding") else {
            throw .lengthBesideTransferEncoding
        }
        if let encoding = try headers.value(of: "Transfer-Encoding", ifRepeated: .transferEncodingRepeated) {
            guard version == .http11 else { throw .transferEncodingTooEarly }
            guard encoding.equalsIgnoringCase("chunked") else { throw .transferEncodingNotSupported }
            return .chunked
        }
        guard let length = try headers.value(of: "Content-Length", ifRepeated: .contentLengthRepeated) else {
            return .none
        }
        guard !length.isEmpty, length.utf8.allSatisfy(\.isDigit) else { throw .contentLengthMalformed }
        guard let count = Int(length) else { throw .bodyTooLarge }
        return count == 0 ? .none : .length(count)
    }
}

extension HTTPFields.Field {
    /// Parses a field line. The line contains no control characters, because ``ByteQueue`` rejects them.
    init(_ line: ArraySlice<UInt8>) throws(RequestRejection) {
        guard let first = line.first, !first.isBlank else { throw .fieldFolded }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .fieldMalformed }
        let name = line[..<colon]
        // This also rejects whitespace before the colon.
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else { throw .fieldNameMalformed }
        var (start, end) = (colon + 1, line.endIndex)
        while start < end, line[start].isBlank { start += 1 }
        while start < end, line[end - 1].isBlank { end -= 1 }
        let value = line[start..<end]
        let text = String(decoding: value, as: UTF8.self)
        // Decoding replaces invalid UTF-8, so the bytes would differ. Of ASCII it replaces nothing.
        guard value.allSatisfy({ $0 < 0x80 }) || text.utf8.elementsEqual(value) else { throw .fieldNotText }
        self.init(name: String(decoding: name, as: UTF8.self), value: text)
    }
}
