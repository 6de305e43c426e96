// SPDX-License-Identifier: Apache-2.0

import CLibuv

@available(macOS 15, *)
extension Connection {
    /// The number of pipelined bytes at which reading pauses while a request is handled. One more read may exceed it.
    private static let waitingLimit = 32 << 10
    /// The maximum number of bytes discarded while lingering.
    private static let discardLimit = 16 << 20

    func startReading() {
        let status = uv_read_start(
            CLibuv_stream(socket),
            { handle, _, buffer in
                let space = HandleData.object(handle?.pointee.data, as: Connection.self)?.loop.readBuffer
                buffer?.pointee = uv_buf_init(
                    space?.baseAddress?.assumingMemoryBound(to: CChar.self),
                    UInt32(clamping: space?.count ?? 0)
                )
            },
            { handle, count, buffer in
                guard let connection = HandleData.object(handle?.pointee.data, as: Connection.self) else { return }
                if count > 0, let base = buffer?.pointee.base {
                    connection.didRead(UnsafeRawBufferPointer(start: base, count: count))
                } else if count < 0 {
                    connection.didReachEOF(cleanly: count == Int(UV_EOF.rawValue))
                }
            }
        )
        if status != 0 { close() }
    }

    private func didRead(_ bytes: UnsafeRawBufferPointer) {
        if bytes.count == loop.readBuffer.count { yieldReading() }
        if isMarkedIdle {
            isMarkedIdle = false
            server.ledger.markActive(entry)
        }
        processInput(bytes)
        updateIdleState()
    }

    /// Passes received bytes to the request parser, after decryption if the connection uses TLS.
    private func processInput(_ bytes: UnsafeRawBufferPointer) {
        guard let tls else { return receive(bytes) }
        if phase == .lingering { return discard(bytes.count) }
        let progress = tls.receive(bytes, at: uv_now(loop.handle), through: loop.plainBuffer) { plain in
            didCompleteHandshake()
            receive(plain)
        }
        guard phase != .closed else { return }
        if tls.isEstablished { didCompleteHandshake() }
        flushTLS()
        switch progress {
        case .open: break
        case .ended: didReachEOF(cleanly: true)
        case .broken: close()
        }
    }

    private func didCompleteHandshake() {
        guard phase == .handshake else { return }
        phase = .head
        setDeadline(server.configuration.deadlines.head)
    }

    private func didReachEOF(cleanly isClean: Bool) {
        switch phase {
        // A peer may half-close after its last request and still wait for the response.
        case .handling where isClean, .writing where isClean, .idle where isClean && hasNextRequest:
            isInputClosed = true
        default: close()
        }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        switch phase {
        case .handshake, .closed: break
        case .lingering: discard(bytes.count)
        case .handling, .writing:
            parser.feed(bytes)
            let isCounted = countBuffers()
            if parser.buffered > Self.waitingLimit || !isCounted {
                isPaused = true
                updateReading()
            }
        case .idle, .head, .body:
            parser.feed(bytes)
            processBufferedInput()
        }
    }

    private func discard(_ count: Int) {
        discarded += count
        if discarded > Self.discardLimit { close() }
    }

    /// Parses the buffered input, up to the end of one request.
    func processBufferedInput() {
        hasNextRequest = false
        do throws(RequestRejection) {
            while let event = try parser.next() {
                switch event {
                case .head(let head):
                    try accept(head)
                    if ignoresBody { return handle([]) }
                case .body(let body): return handle(body)
                }
            }
        } catch {
            return sendErrorResponse(ServerErrorContext(error, head: head))
        }
        guard countBuffers() else { return sendErrorResponse(.buffersFull(head)) }
        waitForMore()
    }

    private func accept(_ head: RequestHead) throws(RequestRejection) {
        self.head = head
        guard server.allowedHosts.allows(head.authority) else { throw .hostNotServed }
        guard let limit = server.configuration.bodyLimit(head) else { return }
        parser.bodyLimit = limit
        ignoresBody = limit == 0 && head.framing != .none
    }

    /// Starts the deadline for the input that is missing.
    func waitForMore() {
        let deadlines = server.configuration.deadlines
        if let head {
            if phase != .body {
                phase = .body
                setDeadline(deadlines.body)
            }
            if head.expectsContinue, !hasSentContinue, parser.awaitsFirstOfBody {
                hasSentContinue = true
                send(ResponseWriter.continueResponse, then: .nothing)
            }
        } else if phase == .idle, !parser.isBetweenRequests {
            phase = .head
            setDeadline(deadlines.head)
        } else if phase == .idle, loop.isDraining {
            return close()
        }
        if isInputClosed { close() }
    }
}
