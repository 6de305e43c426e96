// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The work of a ``HashingPool`` and its threads. The threads hold the queue, and the pool ends it.
///
/// `@unchecked Sendable` because the mutex guards the state.
final class HashingQueue: @unchecked Sendable {
    /// A piece of work. Either `perform` or `decline` is called once.
    struct Work: Sendable {
        let ticket: Ticket
        /// Whether it takes so much memory that only one such piece runs at a time.
        let isLarge: Bool
        /// Computes the result, and returns what tells whoever waits for it.
        let perform: @Sendable (Argon2Arena) -> @Sendable () -> Void
        let decline: @Sendable (HashingFailure) -> Void
    }

    /// What a piece of work is canceled by.
    final class Ticket: @unchecked Sendable {
        /// Guarded by the queue's mutex.
        fileprivate var isCanceled = false
    }

    private struct State {
        var waiting: [Work] = []
        var threads = 0
        var running = 0
        var runsLargeWork = false
        var computed = 0
        var declined = 0
        var isClosed = false
        var closing: [CheckedContinuation<Void, Never>] = []
    }

    /// How much work that takes much memory or time may wait.
    private static let largeRoom = 2

    private let width: Int
    private let room: Int
    // Both need a stable address.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state = State()

    init(width: Int, room: Int) {
        self.width = width
        self.room = room
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    var load: HashingPool.Load {
        withLock { state in
            HashingPool.Load(
                running: state.running, waiting: state.waiting.count, computed: state.computed,
                declined: state.declined)
        }
    }

    /// Declines the work at once if it can't wait.
    func submit(_ work: Work) {
        let (failure, startsThread): (HashingFailure?, Bool) = withLock { state in
            if state.isClosed { return (.closed, false) }
            if work.ticket.isCanceled { return (.canceled, false) }
            // A few guesses at one account with a slow hash must not keep everybody else out.
            let isCrowded = work.isLarge && state.waiting.count(where: \.isLarge) >= Self.largeRoom
            let isThreadFree = state.running + state.waiting.count < width
            guard !isCrowded, isThreadFree || state.waiting.count < room else {
                state.declined += 1
                return (.tooBusy, false)
            }
            state.waiting.append(work)
            pthread_cond_signal(condition)
            guard state.threads < min(width, state.running + state.waiting.count) else { return (nil, false) }
            state.threads += 1
            return (nil, true)
        }
        if let failure { work.decline(failure) }
        if startsThread { startThread() }
    }

    /// Removes what still waits.
    func cancel(_ ticket: Ticket) {
        let work: Work? = withLock { state in
            ticket.isCanceled = true
            return state.waiting.firstIndex { $0.ticket === ticket }.map { state.waiting.remove(at: $0) }
        }
        work?.decline(.canceled)
    }

    /// Declines what waits, and lets the threads end after what they compute.
    func close() {
        let waiting = withLock { state in
            state.isClosed = true
            pthread_cond_broadcast(condition)
            defer { state.waiting = [] }
            return state.waiting
        }
        for work in waiting { work.decline(.closed) }
    }

    /// Returns when no thread is left.
    func waitForThreads() async {
        await withCheckedContinuation { continuation in
            let isOver = withLock { state in
                if state.threads > 0 { state.closing.append(continuation) }
                return state.threads == 0
            }
            if isOver { continuation.resume() }
        }
    }

    private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&state)
    }
}

// The threads.
extension HashingQueue {
    private func startThread() {
        do throws(SystemThread.NotStarted) {
            try SystemThread { [self] in
                lowerPriority()
                runWork()
            }.detach()
        } catch {
            // Another thread takes what is waiting. Without one, it can't be computed.
            let (stranded, closing) = withLock { state in
                state.threads -= 1
                guard state.threads == 0 else { return ([Work](), [CheckedContinuation<Void, Never>]()) }
                state.declined += state.waiting.count
                defer { (state.waiting, state.closing) = ([], []) }
                return (state.waiting, state.closing)
            }
            for work in stranded { work.decline(.tooBusy) }
            for continuation in closing { continuation.resume() }
        }
    }

    /// Requests that hash nothing go first. On Linux the priority is that of the thread, not of the process.
    private func lowerPriority() {
        #if os(Linux)
            _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #endif
    }

    private func runWork() {
        // The arena goes before the thread counts as ended.
        do {
            let arena = Argon2Arena()
            while let work = nextWork() {
                let deliver = arena.use { work.perform(arena) }
                // Whoever waits finds it counted.
                finish(work)
                deliver()
            }
        }
        let closing = withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.closing = [] }
            return state.closing
        }
        for continuation in closing { continuation.resume() }
    }

    /// Waits for work. Returns `nil` once the queue is closed.
    private func nextWork() -> Work? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let work = takeWork(from: &state) { return work }
            if state.isClosed { return nil }
            // While a function has the state as `inout`, the optimizer need not read again what only others change.
            pthread_cond_wait(condition, mutex)
        }
    }

    /// Takes the first work that may run now. What takes much memory or time lets all others pass.
    private func takeWork(from state: inout State) -> Work? {
        let small = state.waiting.firstIndex { !$0.isLarge }
        guard let index = small ?? (state.runsLargeWork ? nil : state.waiting.indices.first) else { return nil }
        let work = state.waiting.remove(at: index)
        state.running += 1
        if work.isLarge { state.runsLargeWork = true }
        return work
    }

    private func finish(_ work: Work) {
        withLock { state in
            state.running -= 1
            state.computed += 1
            if work.isLarge {
                state.runsLargeWork = false
                // A thread may wait although there is work.
                pthread_cond_broadcast(condition)
            }
        }
    }
}
