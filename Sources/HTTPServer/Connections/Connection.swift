// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// One accepted connection: reads requests, has them handled one at a time, and writes the answers in order.
///
/// Unchecked, because it lives on its loop's thread: every method is called there, and what a handler's task brings back
/// comes there as long as the loop runs.
@available(macOS 15, *)
final class Connection: @unchecked Sendable {
    enum Phase {
        case handshake
        /// Between requests.
        case idle
        case head
        case body
        case handling
        case writing
        /// The last response is out; what still comes is dropped until the peer has seen it.
        case lingering
        case closed
    }

    let loop: EventLoop
    let server: ServerContext
    let facts: ConnectionFacts
    let tls: TLSSession?
    let socket = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
    let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)

    var phase = Phase.closed
    var parser: RequestParser
    /// The head of the request at hand.
    var head: RequestHead?
    var task: Task<Void, Never>?
    var hasSentContinue = false
    /// Whether the request at hand is handled without the body that it announces.
    var ignoresBody = false
    var hasPeerEnded = false
    /// Reading waits because enough has come already.
    var isPaused = false
    /// Reading waits for the other connections of the loop.
    var isYielding = false
    var isReading = false
    /// Further requests have come and wait for the next turn.
    var hasNextRequest = false
    /// Whether the ledger knows that nothing is going on here.
    var isResting = true
    /// The body that is handled, and what is counted of it and of what waits behind it.
    var handledBytes = 0
    var countedBytes = 0
    var discarded = 0
    /// On the clock of the loop, in milliseconds.
    var deadline: UInt64 = 0
    var timerEnds: UInt64?

    let entry: ConnectionLedger.Entry
    private var openHandles = 0

    init(_ accepted: Acceptor.Accepted, on loop: EventLoop, tls: TLSSession?, server: ServerContext) {
        self.loop = loop
        self.server = server
        self.tls = tls
        entry = accepted.entry
        facts = ConnectionFacts(peer: accepted.peer, isSecure: tls != nil, number: accepted.entry.number)
        parser = RequestParser(limits: server.configuration.limits)
    }

    deinit {
        socket.deallocate()
        timer.deallocate()
    }

    /// Takes over an accepted socket.
    func open(_ descriptor: Int32) {
        uv_timer_init(loop.handle, timer)
        uv_tcp_init(loop.handle, socket)
        timer.pointee.data = HandleData.retaining(self)
        socket.pointee.data = HandleData.retaining(self)
        openHandles = 2
        loop.connections[entry.number] = self
        phase = tls == nil ? .head : .handshake
        guard uv_tcp_open(socket, descriptor) == 0 else {
            CLibuv_close(descriptor)
            return close()
        }
        setDeadline(tls == nil ? server.configuration.deadlines.head : server.configuration.deadlines.handshake)
        updateReading()
        if loop.isDraining { drain() }
    }

    /// Ends the connection at once; whatever is under way is abandoned.
    func close() {
        guard phase != .closed else { return }
        sendCloseNotify()
        phase = .closed
        task?.cancel()
        task = nil
        abandonInput()
        for handle in [CLibuv_handle(socket), CLibuv_handle(timer)] {
            uv_close(handle) { handle in
                guard let data = handle?.pointee.data else { return }
                HandleData.take(data, as: Connection.self)?.handleIsClosed()
            }
        }
    }

    /// Finishes the request at hand, if there is one, and takes no more.
    func drain() {
        switch phase {
        case .handshake, .idle: close()
        case .head where parser.isBetweenRequests: close()
        default: break
        }
    }

    private func handleIsClosed() {
        openHandles -= 1
        guard openHandles == 0 else { return }
        loop.connections[entry.number] = nil
        server.ledger.release(entry)
    }
}
