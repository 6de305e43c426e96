// SPDX-License-Identifier: Apache-2.0

@available(macOS 15, *)
extension Connection {
    /// Has the request at hand handled, now that its body is there.
    func handle(_ body: [UInt8]) {
        guard let head else { return close() }
        // The bytes of a body that nobody wants must not be taken for a request.
        if ignoresBody { abandonInput() }
        handledBytes = body.count
        guard countBuffers() else { return refuse(.buffersFull(head)) }
        phase = .handling
        setDeadline(server.configuration.deadlines.handler)
        let request = HTTPRequest(head: head, body: body, isSecure: facts.isSecure)
        task = Task(executorPreference: loop) { [self] in
            handlerHasAnswered(await server.handler(request, facts))
        }
    }

    /// Runs on the loop's thread, or on any other once the loop has stopped, which closes every connection first.
    private func handlerHasAnswered(_ response: HTTPResponse) {
        // What comes after the deadline is not wanted any more; no other request follows it.
        guard phase == .handling, let head else { return }
        task = nil
        let closing =
            head.wantsClose || ignoresBody || loop.isDraining || response.headers.lists("close", in: "Connection")
        guard let bytes = bytes(response, closing: closing) else {
            return refuse(ServerErrorContext(status: 500, code: "response_malformed", head: head))
        }
        write(bytes, closing: closing)
    }

    /// Answers in the handler's stead and closes: either the next bytes mean nothing, or nobody knows what they mean.
    func refuse(_ answer: ServerErrorContext) {
        abandonInput()
        let response = server.configuration.errorResponder(answer, facts)
        let bytes = bytes(response, closing: true) ?? bytes(ServerErrorContext.plainText(answer, facts), closing: true)
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

    /// The response has gone to the system whole.
    func responseIsWritten() {
        head = nil
        hasSentContinue = false
        phase = .idle
        handledBytes = 0
        _ = countBuffers()
        setDeadline(server.configuration.deadlines.idle)
        isPaused = false
        updateReading()
        if parser.isBetweenRequests {
            processBufferedInput()
        } else {
            yieldBeforeNextRequest()
        }
        updateRest()
    }
}
