// SPDX-License-Identifier: Apache-2.0

/// An incremental HTTP/1.1 request parser. It does no I/O, and its result does not depend on how the input is split.
package struct RequestParser: Sendable {
    package enum Event: Hashable, Sendable {
        /// A request head. The caller may set ``RequestParser/bodyLimit`` before it asks for the next event.
        case head(RequestHead)
        /// The complete body, which follows every head. It is empty if the request has no body.
        case body([UInt8])
    }

    private enum State {
        case head
        case bodyStart(BodyFraming)
        case body(length: Int)
        case chunks(ChunkReader)
        case rejected(RequestRejection)
        case abandoned
    }

    /// The body limit of the current request. Every head resets it to the default.
    package var bodyLimit: Int

    private let limits: RequestLimits
    private var state = State.head
    private var headReader: HeadReader
    private var queue = ByteQueue()
    private var body: [UInt8] = []

    package init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
        bodyLimit = limits.body
        headReader = HeadReader(limits: limits)
    }

    /// The number of bytes that haven't been parsed yet.
    package var buffered: Int { queue.count }

    /// The number of bytes in memory: those not parsed yet and those of an incomplete body.
    package var kept: Int { queue.count + body.count }

    /// Whether no part of the next request has been received.
    package var isBetweenRequests: Bool {
        guard case .head = state else { return false }
        return headReader.isAtStart && queue.isEmpty
    }

    /// Whether the parser expects a body and none of it has been received.
    package var awaitsFirstOfBody: Bool {
        switch state {
        case .body, .chunks: body.isEmpty && queue.isEmpty
        case .head, .bodyStart, .rejected, .abandoned: false
        }
    }

    package mutating func feed(_ bytes: some Collection<UInt8>) {
        switch state {
        case .rejected, .abandoned: return
        default: queue.append(bytes)
        }
    }

    /// Drops all buffered input and ignores any further input.
    package mutating func abandon() {
        if case .rejected = state { return }
        end(as: .abandoned)
    }

    /// Returns the next event, or `nil` if more input is needed. After a rejection, every call throws that rejection.
    package mutating func next() throws(RequestRejection) -> Event? {
        do {
            return try read()
        } catch {
            end(as: .rejected(error))
            throw error
        }
    }

    private mutating func end(as end: State) {
        state = end
        headReader = HeadReader(limits: limits)
        queue = ByteQueue()
        body = []
    }

    private mutating func read() throws(RequestRejection) -> Event? {
        switch state {
        case .rejected(let rejection):
            throw rejection
        case .abandoned:
            return nil
        case .head:
            guard let head = try headReader.read(from: &queue) else { return nil }
            headReader = HeadReader(limits: limits)
            bodyLimit = limits.body
            state = .bodyStart(head.framing)
            return .head(head)
        case .bodyStart(let framing):
            state = try start(framing)
            return framing == .none ? finishBody() : try read()
        case .body(let length):
            body.append(contentsOf: queue.take(atMost: length - body.count))
            return body.count == length ? finishBody() : nil
        case .chunks(var reader):
            let isComplete = try reader.read(from: &queue, into: &body, limit: bodyLimit)
            state = .chunks(reader)
            return isComplete ? finishBody() : nil
        }
    }

    private func start(_ framing: BodyFraming) throws(RequestRejection) -> State {
        switch framing {
        case .none: return .body(length: 0)
        case .length(let length):
            guard length <= bodyLimit else { throw .bodyTooLarge }
            return .body(length: length)
        case .chunked: return .chunks(ChunkReader(limits: limits))
        }
    }

    private mutating func finishBody() -> Event {
        let complete = body
        body = []
        state = .head
        return .body(complete)
    }
}
