// SPDX-License-Identifier: Apache-2.0

import CLibuv

@available(macOS 15, *)
extension Connection {
    /// Replaces the deadline. A timer that fires before it is left running and restarted when it fires, because most
    /// deadlines are replaced by later ones.
    func setDeadline(_ duration: Duration) {
        deadline = uv_now(loop.handle) &+ duration.milliseconds
        if let timerFireTime, timerFireTime <= deadline { return }
        startTimer()
    }

    private func startTimer() {
        timerFireTime = deadline
        let now = uv_now(loop.handle)
        let wait = deadline > now ? deadline - now : 0
        uv_timer_start(timer, { HandleData.object($0?.pointee.data, as: Connection.self)?.timerDidFire() }, wait, 0)
    }

    private func timerDidFire() {
        timerFireTime = nil
        if uv_now(loop.handle) < deadline { startTimer() } else { deadlineDidPass() }
    }

    private func deadlineDidPass() {
        switch phase {
        case .head where !parser.isBetweenRequests:
            sendErrorResponse(ServerErrorContext(status: 408, code: "head_deadline_passed"))
        case .body: sendErrorResponse(ServerErrorContext(status: 408, code: "body_deadline_passed", head: head))
        case .handling:
            task?.cancel()
            sendErrorResponse(ServerErrorContext(status: 503, code: "handler_deadline_passed", head: head))
        case .handshake, .idle, .head, .writing, .lingering: close()
        case .closed: break
        }
    }
}
