// SPDX-License-Identifier: Apache-2.0

import CLibuv
import POSIX

/// A libuv event loop on its own thread. It is also the task executor of its connections' handlers, so that responding
/// to a request needs no thread hop.
///
/// `@unchecked Sendable` because the libuv handles and local jobs are confined to the loop's thread. Other threads
/// submit work through the inbox, which has a lock.
@available(macOS 15, *)
final class EventLoop: TaskExecutor, @unchecked Sendable {
    private struct Inbox: Sendable {
        var jobs: [UnownedJob] = []
        var work: [@Sendable () -> Void] = []
        var isClosed = false
    }

    let handle = UnsafeMutablePointer<uv_loop_t>.allocate(capacity: 1)
    /// The buffer for socket reads, shared by the loop's connections.
    let readBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 32 << 10, alignment: 16)
    /// The buffer for decrypted TLS records.
    let plainBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    var dateField = DateField()
    /// The loop's connections, by connection number.
    var connections: [UInt64: Connection] = [:]
    var unsentBytes = UnsentBytes()
    var isDraining = false
    var handlerTasks = HandlerTasks()

    private let thread = UnsafeMutablePointer<uv_thread_t>.allocate(capacity: 1)
    private let wakeUp = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
    private let beforePoll = UnsafeMutablePointer<uv_prepare_t>.allocate(capacity: 1)
    private let afterPoll = UnsafeMutablePointer<uv_check_t>.allocate(capacity: 1)
    private let inbox = Locked(Inbox())
    /// The connections that resume in the next loop iteration.
    private var yieldedConnections: [Connection] = []
    private var jobs: [UnownedJob] = []
    private var runningJobs: [UnownedJob] = []
    private var stopContinuation: CheckedContinuation<Void, Never>?

    /// Creates the loop and starts its thread. The owner must call ``stop()``.
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
            loop?.resumeYieldedConnections()
            loop?.runJobs()
        }
        uv_check_init(handle, afterPoll)
        afterPoll.pointee.data = data
        uv_check_start(afterPoll) { HandleData.object($0?.pointee.data, as: EventLoop.self)?.runJobs() }
        // The thread first acquires this lock, so that it sees everything set up here.
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

    /// Whether the current thread is this loop's thread.
    var isCurrent: Bool { CurrentLoop.shared.isLoop(self) }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            jobs.append(job)
        } else if !post({ $0.jobs.append(job) }) {
            // The loop has stopped. A task that outlives it finishes on the global executor.
            globalConcurrentExecutor.enqueue(job)
        }
    }

    /// Runs the work on the loop's thread, in submission order. Does nothing if the loop has stopped.
    func perform(_ work: @escaping @Sendable () -> Void) {
        _ = post { $0.work.append(work) }
    }

    /// Schedules the connection to resume in the next loop iteration. Must be called on the loop's thread.
    func scheduleResume(of connection: Connection) {
        yieldedConnections.append(connection)
        uv_async_send(wakeUp)
    }

    /// Stops the loop and joins its thread. Every connection must already be closed.
    func stop() async {
        await withCheckedContinuation { continuation in
            perform { [self] in
                stopContinuation = continuation
                handlerTasks.end()
                inbox.withLock { $0.isClosed = true }
                closeHandles()
            }
        }
        // The thread is about to exit, so this blocks only briefly.
        uv_thread_join(thread)
    }

    private func post(_ change: (inout Inbox) -> Void) -> Bool {
        inbox.withLock { inbox in
            guard !inbox.isClosed else { return false }
            let wasEmpty = inbox.jobs.isEmpty && inbox.work.isEmpty
            change(&inbox)
            // Called with the lock held, so that the handle can't be closed first.
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

    private func resumeYieldedConnections() {
        let resuming = yieldedConnections
        yieldedConnections = []
        for connection in resuming { connection.resumeAfterYield() }
    }

    /// Runs queued jobs, including those they enqueue, for a limited number of rounds before the loop polls again.
    private func runJobs() {
        let executor = asUnownedTaskExecutor()
        for _ in 0..<32 where !jobs.isEmpty {
            swap(&jobs, &runningJobs)
            for job in runningJobs { job.runSynchronously(on: executor) }
            runningJobs.removeAll(keepingCapacity: true)
        }
        if !jobs.isEmpty { uv_async_send(wakeUp) }
    }

    private func run() {
        inbox.withLock { _ in }
        CurrentLoop.shared.set(self)
        // Writing to a closed connection must fail with an error instead of killing the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        uv_run(handle, UV_RUN_DEFAULT)
        uv_loop_close(handle)
        CurrentLoop.shared.set(nil)
        for job in jobs { globalConcurrentExecutor.enqueue(job) }
        jobs = []
        stopContinuation?.resume()
    }

    private func closeHandles() {
        uv_close(CLibuv_handle(wakeUp), nil)
        uv_close(CLibuv_handle(beforePoll), nil)
        uv_close(CLibuv_handle(afterPoll), nil)
    }
}

/// The event loop of the current thread, in thread-local storage. Thread identifiers won't do, because they are reused.
@available(macOS 15, *)
private final class CurrentLoop: @unchecked Sendable {
    // Static initialization creates the key before any thread can use it.
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

/// Conversions between objects and the `data` pointer of libuv handles and requests. C callbacks can't capture context.
enum HandleData {
    /// Returns an unretained pointer. The object must outlive the handle.
    static func borrowing(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passUnretained(object).toOpaque()
    }

    /// Returns a retained pointer, to be balanced by ``take(_:as:)``.
    static func retaining(_ object: AnyObject) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(object).toOpaque()
    }

    static func object<Object: AnyObject>(_ data: UnsafeMutableRawPointer?, as type: Object.Type) -> Object? {
        data.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }

    static func take<Object: AnyObject>(_ data: UnsafeMutableRawPointer?, as type: Object.Type) -> Object? {
        data.map { Unmanaged<Object>.fromOpaque($0).takeRetainedValue() }
    }
}
