// SPDX-License-Identifier: Apache-2.0

import CLibuv
import POSIX

/// One of libuv's loops on a thread of its own, and the executor of the tasks that handle its requests: they run on that
/// thread between its events, so that an answer costs no change of threads.
///
/// Unchecked, because libuv's handles and the local jobs belong to the loop's thread alone; what other threads say comes
/// through the inbox, under its lock.
@available(macOS 15, *)
final class EventLoop: TaskExecutor, @unchecked Sendable {
    private struct Inbox: Sendable {
        var jobs: [UnownedJob] = []
        var work: [@Sendable () -> Void] = []
        var isClosed = false
    }

    let handle = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    /// Where the sockets of this loop are read to, and where TLS is decrypted to.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
    let plainBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    var dateField = DateField()
    /// The connections of this loop, by their numbers.
    var connections: [UInt64: Connection] = [:]
    var isDraining = false

    private let thread = UnsafeMutablePointer<uv_thread_t>.allocate(capacity: 1)
    private let wakeUp = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    private let beforePoll = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
    private let afterPoll = UnsafeMutablePointer<uv_check_t>.allocate(capacity: 1)
    private let inbox = Locked(Inbox())
    /// Those that go on when the others have had their turn.
    private var turns: [Connection] = []
    private var jobs: [UnownedJob] = []
    private var runningJobs: [UnownedJob] = []
    private var onceStopped: CheckedContinuation<Void, Never>?

    /// Starts the thread; ``stop()`` must follow some day.
    init() throws(ServerStartError) {
        var status = uv_loop_init(handle)
        guard status == 0 else { throw .loopUnavailable(reason: ErrorText(status)) }
        let data = HandleData.borrowing(self)
        status = uv_async_init(handle, wakeUp) { HandleData.object($0?.pointee.data, as: EventLoop.self)?.readInbox() }
        guard status == 0 else {
            uv_loop_close(handle)
            throw .loopUnavailable(reason: ErrorText(status))
        }
        wakeUp.pointee.data = data
        uv_prepare_init(handle, beforePoll)
        beforePoll.pointee.data = data
        uv_prepare_start(beforePoll) {
            let loop = HandleData.object($0?.pointee.data, as: EventLoop.self)
            loop?.giveTurns()
            loop?.runJobs()
        }
        uv_check_init(handle, afterPoll)
        afterPoll.pointee.data = data
        uv_check_start(afterPoll) { HandleData.object($0?.pointee.data, as: EventLoop.self)?.runJobs() }
        // The thread's first step waits for the lock, so that it sees everything that was set up here.
        status = inbox.withLock { _ in
            uv_thread_create(thread, { HandleData.take($0, as: EventLoop.self)?.run() }, HandleData.retaining(self))
        }
        guard status == 0 else {
            Unmanaged.passUnretained(self).release()
            closeHandles()
            uv_run(handle, UV_RUN_DEFAULT)
            uv_loop_close(handle)
            throw .loopUnavailable(reason: ErrorText(status))
        }
    }

    deinit {
        handle.deallocate()
        readBuffer.deallocate()
        plainBuffer.deallocate()
        thread.deallocate()
        wakeUp.deallocate()
        beforePoll.deallocate()
        afterPoll.deallocate()
    }

    /// Whether the caller runs on this loop's thread.
    var isCurrent: Bool { CurrentLoop.shared.isLoop(self) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            jobs.append(job)
        } else if !post({ $0.jobs.append(job) }) {
            // The loop is gone; a task that outlived it still has to end somewhere.
            globalConcurrentExecutor.enqueue(job)
        }
    }

    /// Runs the work on the loop's thread, in the order of these calls. It is for a loop that has not been stopped.
    func perform(_ work: @escaping @Sendable () -> Void) {
        _ = post { $0.work.append(work) }
    }

    /// Gives the connection a turn in the next round of the loop, on whose thread this is.
    func giveTurn(to connection: Connection) {
        turns.append(connection)
        uv_async_send(wakeUp)
    }

    /// Ends the loop and waits for its thread. Every connection must have been closed before.
    func stop() async {
        await withCheckedContinuation { continuation in
            perform { [self] in
                onceStopped = continuation
                inbox.withLock { $0.isClosed = true }
                closeHandles()
            }
        }
        // The thread has nothing left to do, so this does not wait for long.
        uv_thread_join(thread)
    }

    private func post(_ change: (inout Inbox) -> Void) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            let wasEmpty = inbox.jobs.isEmpty && inbox.work.isEmpty
            change(&inbox)
            // Under the lock: the handle must not be closed before.
            if wasEmpty { uv_async_send(wakeUp) }
            return true
        }
    }

    private func readInbox() {
        let work = inbox.withLock { inbox in
            jobs += inbox.jobs
            inbox.jobs.removeAll(keepingCapacity: true)
            let work = inbox.work
            inbox.work = []
            return work
        }
        for item in work { item() }
    }

    private func giveTurns() {
        let present = turns
        turns = []
        for connection in present { connection.takeTurn() }
    }

    /// Runs the jobs, and those that they add, but lets the sockets have their turn in between.
    private func runJobs() {
        for _ in 0..<32 where !jobs.isEmpty {
            swap(&jobs, &runningJobs)
            for job in runningJobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
            runningJobs.removeAll(keepingCapacity: true)
        }
        if !jobs.isEmpty { uv_async_send(wakeUp) }
    }

    private func run() {
        inbox.withLock { _ in }
        CurrentLoop.shared.set(self)
        // A peer that has gone is an error of the write, not the end of the program.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        uv_run(handle, UV_RUN_DEFAULT)
        uv_loop_close(handle)
        CurrentLoop.shared.set(nil)
        for job in jobs { globalConcurrentExecutor.enqueue(job) }
        jobs = []
        onceStopped?.resume()
    }

    private func closeHandles() {
        uv_close(CLibuv_handle(wakeUp), nil)
        uv_close(CLibuv_handle(beforePoll), nil)
        uv_close(CLibuv_handle(afterPoll), nil)
    }
}

/// Which loop the thread belongs to. Identifiers of threads would not do: they are used again.
@available(macOS 15, *)
private final class CurrentLoop: @unchecked Sendable {
    // The key is written before anybody can see it.
    static let shared = CurrentLoop()

    private let key = UnsafeMutablePointer<uv_key_t>.allocate(capacity: 1)

    private init() {
        uv_key_create(key)
    }

    func set(_ loop: EventLoop?) {
        uv_key_set(key, loop.map { HandleData.borrowing($0) })
    }

    func isLoop(_ loop: EventLoop) -> Bool {
        uv_key_get(key) == HandleData.borrowing(loop)
    }
}
