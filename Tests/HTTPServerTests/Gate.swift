// SPDX-License-Identifier: Apache-2.0

/// A gate that suspends handlers until it is opened.
actor HandlerGate {
    private(set) var count = 0
    private(set) var left = 0
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func pass() async {
        count += 1
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
        left += 1
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// The cancellation of a handler.
actor Cancellation {
    private(set) var hasArrived = false

    /// Waits until the current task is canceled, however long that takes.
    nonisolated func arrive() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        await note()
    }

    private func note() { hasArrived = true }
}
