// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Runs work that takes milliseconds on threads of its own. It limits how much runs and how much waits.
///
/// Neither the event loops nor Swift's cooperative pool, which has one thread per core, can spare a thread for so long.
package final class VerificationQueue: Sendable {
    /// Too much work is waiting, or the task was canceled.
    package struct Declined: Error {}

    private struct Work: Sendable {
        let perform: @Sendable () -> Void
        let decline: @Sendable () -> Void
    }

    private let width: Int
    private let room: Int
    private let state = Locked<(threads: Int, waiting: [Work])>((0, []))

    /// Creates a queue that runs `width` pieces of work at a time while up to `room` wait.
    package init(width: Int = 2, room: Int = 64) {
        self.width = width
        self.room = room
    }

    /// The number of pieces of work that run now, and of those that wait.
    package var load: (running: Int, waiting: Int) { state.withLock { ($0.threads, $0.waiting.count) } }

    /// Runs the work on a thread of the queue. Work whose task is canceled before it begins does not run.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws(Declined) -> Value {
        let isCanceled = Locked(false)
        let outcome: Value? = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                submit(
                    Work(
                        perform: { continuation.resume(returning: isCanceled.withLock { $0 } ? nil : work()) },
                        decline: { continuation.resume(returning: nil) }))
            }
        } onCancel: {
            isCanceled.withLock { $0 = true }
        }
        guard let outcome else { throw Declined() }
        return outcome
    }

    private func submit(_ work: Work) {
        enum Place { case thread, queue, none }
        let place: Place = state.withLock { state in
            if state.threads < width {
                state.threads += 1
                return .thread
            }
            guard state.waiting.count < room else { return .none }
            state.waiting.append(work)
            return .queue
        }
        switch place {
        case .thread: startThread(with: work)
        case .queue: break
        case .none: work.decline()
        }
    }

    /// Starts a thread that ends when nothing is waiting: such work is rare, and starting a thread takes microseconds.
    private func startThread(with work: Work) {
        do throws(SystemThread.NotStarted) {
            try SystemThread { [self] in
                var next: Work? = work
                while let work = next {
                    work.perform()
                    next = state.withLock { state in
                        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                        state.threads -= 1
                        return nil
                    }
                }
            }.detach()
        } catch {
            let stranded = state.withLock { state in
                state.threads -= 1
                // Another thread takes what is waiting. Without one, that work is declined too.
                guard state.threads == 0 else { return [Work]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for work in [work] + stranded { work.decline() }
        }
    }
}
