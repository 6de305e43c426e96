// SPDX-License-Identifier: Apache-2.0

/// Reads requests from bytes that come in pieces of any size. It does no I/O, and what it makes of the bytes does not
/// depend on where they were cut.
package struct RequestParser: Sendable {
    package enum Event: Hashable, Sendable {
        /// Whoever reads on accepts the head; before that, ``RequestParser/bodyLimit`` may be set for its body.
        case head(RequestHead)
        /// Follows every head; empty where there is no body.
        case body([UInt8])
    }

    private enum State {
        case head(HeadReader)
        case bodyStart(BodyFraming)
        case body(length: Int)
        case chunks(ChunkReader)
        case rejected(RequestRejection)
        case abandoned
    }

    /// How large the body of the present request may be. Each head sets it back to the limit for all.
    package var bodyLimit: Int

    private let limits: RequestLimits
    private var state: State
    private var queue = ByteQueue()
    private var body: [UInt8] = []

    package init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
        bodyLimit = limits.body
        state = .head(HeadReader(limits: limits))
    }

    /// How many bytes wait to be read.
    package var buffered: Int { queue.count }

    /// How many bytes are kept: those that wait, and those of an unfinished body.
    package var kept: Int { queue.count + body.count }

    /// Whether nothing of the next request has come yet.
    package var isBetweenRequests: Bool {
        guard case .head(let reader) = state else { return false }
        return reader.isAtStart && queue.isEmpty
    }

    /// Whether a body has been announced of which nothing has come.
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

    /// Forgets what has come, and reads nothing more.
    package mutating func abandon() {
        if case .rejected = state { return }
        state = .abandoned
        queue = ByteQueue()
        body = []
    }

    /// What the bytes so far contain next; nil when more are needed. After a rejection there is only that rejection.
    package mutating func next() throws(RequestRejection) -> Event? {
        do {
            return try read()
        } catch {
            state = .rejected(error)
            queue = ByteQueue()
            body = []
            throw error
        }
    }

    private mutating func read() throws(RequestRejection) -> Event? {
        switch state {
        case .rejected(let rejection):
            throw rejection
        case .abandoned:
            return nil
        case .head(var reader):
            let head = try reader.read(from: &queue)
            guard let head else {
                state = .head(reader)
                return nil
            }
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
        state = .head(HeadReader(limits: limits))
        return .body(complete)
    }
}
