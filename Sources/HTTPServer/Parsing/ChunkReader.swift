// SPDX-License-Identifier: Apache-2.0

/// Decodes a chunked body (RFC 9112, section 7.1). Chunk extensions are rejected. Trailers are validated and dropped.
struct ChunkReader: Sendable {
    private enum State {
        case size
        case data(left: Int)
        case dataEnd
        case trailers
    }

    private var state = State.size
    private var trailerBytesLeft: Int

    init(limits: RequestLimits) {
        trailerBytesLeft = limits.trailers
    }

    /// Appends the available data to the body. Returns `true` at the end of the body.
    mutating func read(
        from queue: inout ByteQueue,
        into body: inout [UInt8],
        limit: Int
    ) throws(RequestRejection) -> Bool {
        while true {
            switch state {
            case .size:
                guard let line = try queue.takeLine(atMost: 16, otherwise: .chunkMalformed) else { return false }
                let size = try Self.size(queue.bytes[line])
                guard size <= limit - body.count else { throw .bodyTooLarge }
                state = size == 0 ? .trailers : .data(left: size)
            case .data(let left):
                guard !queue.isEmpty else { return false }
                let data = queue.take(atMost: left)
                body.append(contentsOf: data)
                state = data.count == left ? .dataEnd : .data(left: left - data.count)
            case .dataEnd:
                guard try queue.takeLine(atMost: 0, otherwise: .chunkMalformed) != nil else { return false }
                state = .size
            case .trailers:
                let limit = trailerBytesLeft - 2
                guard let line = try queue.takeLine(atMost: limit, otherwise: .trailersTooLarge) else { return false }
                if line.isEmpty { return true }
                trailerBytesLeft -= line.count + 2
                _ = try HTTPFields.Field(queue.bytes[line])
            }
        }
    }

    private static func size(_ line: ArraySlice<UInt8>) throws(RequestRejection) -> Int {
        guard !line.isEmpty else { throw .chunkMalformed }
        var size = 0
        for digit in line {
            guard let value = digit.hexValue else { throw .chunkMalformed }
            let (shifted, isTooLarge) = size.multipliedReportingOverflow(by: 16)
            guard !isTooLarge else { throw .bodyTooLarge }
            size = shifted | Int(value)
        }
        return size
    }
}
