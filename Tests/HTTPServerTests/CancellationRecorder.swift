// SPDX-License-Identifier: Apache-2.0

/// Records the cancellation of a handler.
actor CancellationRecorder {
    private(set) var isCanceled = false

    /// Waits until the current task is canceled, for at most two minutes.
    nonisolated func wait() async {
        try? await Task.sleep(for: .seconds(120))
        if Task.isCancelled { await record() }
    }

    private func record() { isCanceled = true }
}
