// SPDX-License-Identifier: Apache-2.0

@available(macOS 15, *)
extension Connection {
    /// Passes the current request and its complete body to the handler.
    func handle(_ body: [UInt8]) {
        // The bytes of an ignored body must not be parsed as a request.
        if ignoresBody { abandonInput() }
        handledBytes = body.count
        guard countBuffers() else { return sendErrorResponse(.buffersFull(head)) }
        phase = .handling
        setDeadline(server.configuration.deadlines.handler)
        self.body = body
        let task = loop.handlerTasks.take(for: loop)
        self.task = task
        task.run(for: self)
    }

    /// Calls the handler with the current request and sends its response.
    nonisolated(nonsending) func respond() async {
        guard let head else { return close() }
        let request = HTTPRequest(head: head, body: body, isSecure: details.isSecure)
        body = []
        handlerDidRespond(with: await server.handler(request, details))
    }

    /// Writes the handler's response. Runs on the loop's thread, or on any other thread after the loop has stopped; by
    /// then every connection is closed.
    private func handlerDidRespond(with response: HTTPResponse) {
        // A response after the deadline is dropped. No other request can have started, because the parser is abandoned.
        guard phase == .handling, let head else { return }
        task = nil
        let closing =
            head.wantsClose || ignoresBody || loop.isDraining || response.headers.lists("close", in: "Connection")
        guard let bytes = bytes(response, closing: closing) else {
            return sendErrorResponse(ServerErrorContext(status: 500, code: "response_malformed", head: head))
        }
        write(bytes, closing: closing)
    }

    /// Sends an error response instead of calling the handler, and closes the connection, as the bytes that follow
    /// can't be parsed reliably.
    func sendErrorResponse(_ context: ServerErrorContext) {
        abandonInput()
        let response = server.configuration.errorResponder(context, details)
        let bytes =
            bytes(response, closing: true) ?? bytes(ServerErrorContext.plainText(context, details), closing: true)
        write(bytes ?? [], closing: true)
    }

    private func bytes(_ response: HTTPResponse, closing: Bool) -> [UInt8]? {
        ResponseWriter.bytes(
            response,
            toHEAD: head?.method == .head,
            closing: closing,
            date: loop.dateField.now()
        )
    }

    private func write(_ bytes: [UInt8], closing: Bool) {
        phase = .writing
        setDeadline(server.configuration.deadlines.write)
        send(bytes, then: closing ? .close : .next)
    }

    /// Prepares for the next request once the kernel has taken the whole response.
    func didWriteResponse() {
        head = nil
        hasSentContinue = false
        phase = .idle
        handledBytes = 0
        _ = countBuffers()
        setDeadline(server.configuration.deadlines.idle)
        isPaused = false
        updateReading()
        if parser.isBetweenRequests {
            waitForMore()
        } else {
            yieldBeforeNextRequest()
        }
        updateIdleState()
    }
}
