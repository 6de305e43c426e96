// SPDX-License-Identifier: Apache-2.0

import CLibuv

/// An accepted connection. It parses requests, passes them to the handler one at a time, and writes the responses in
/// order.
///
/// `@unchecked Sendable` because its state is confined to its loop's thread: every method is called there, and the
/// handler's task resumes there as long as the loop runs.
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
        /// The last response is sent. Further input is discarded until the peer closes.
        case lingering
        case closed
    }

    let loop: EventLoop
    let server: ServerContext
    let details: ConnectionDetails
    let tls: TLSSession?
    let socket = UnsafeMutablePointer<uv_tcp_t>.allocate(capacity: 1)
    let timer = UnsafeMutablePointer<uv_timer_t>.allocate(capacity: 1)

    var phase = Phase.closed
    var parser: RequestParser
    /// The head of the current request.
    var head: RequestHead?
    /// The complete body of the current request, until the handler gets it.
    var body: [UInt8] = []
    /// The task that runs the handler.
    var task: HandlerTask?
    var hasSentContinue = false
    /// Whether the current request is handled without reading its body.
    var ignoresBody = false
    var isInputClosed = false
    /// Whether reading is paused for backpressure.
    var isPaused = false
    /// Whether reading is paused until the loop's other connections have run.
    var isYielding = false
    var isReading = false
    /// Whether pipelined requests wait for the next loop iteration.
    var hasNextRequest = false
    /// Whether the ledger counts this connection as idle.
    var isMarkedIdle = true
    /// The size of the body that the handler is working on.
    var handledBytes = 0
    /// The number of bytes charged to the buffer budget.
    var countedBytes = 0
    var discarded = 0
    /// The deadline of the current phase, in milliseconds of loop time.
    var deadline: UInt64 = 0
    var timerFireTime: UInt64?

    let entry: ConnectionLedger.Entry
    private var openHandles = 0

    init(_ accepted: Acceptor.Accepted, on loop: EventLoop, tls: TLSSession?, server: ServerContext) {
        self.loop = loop
        self.server = server
        self.tls = tls
        entry = accepted.entry
        details = ConnectionDetails(peer: accepted.peer, isSecure: tls != nil, number: accepted.entry.number)
        parser = RequestParser(limits: server.configuration.limits)
    }

    deinit {
        socket.deallocate()
        timer.deallocate()
    }

    /// Takes ownership of an accepted socket and starts reading.
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

    /// Closes the connection immediately and cancels the handler.
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
                HandleData.take(data, as: Connection.self)?.didCloseHandle()
            }
        }
    }

    /// Closes the connection once the current request, if any, is finished.
    func drain() {
        switch phase {
        case .handshake, .idle: close()
        case .head where parser.isBetweenRequests: close()
        default: break
        }
    }

    private func didCloseHandle() {
        openHandles -= 1
        guard openHandles == 0 else { return }
        loop.connections[entry.number] = nil
        server.ledger.release(entry)
    }
}
