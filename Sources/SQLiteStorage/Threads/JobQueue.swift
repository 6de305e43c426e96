// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A queue of jobs for worker threads. Any thread can append.
final class JobQueue<Job: Sendable>: @unchecked Sendable {
    enum Delivery {
        case jobs([Job])
        /// The wait timed out.
        case none
        /// The queue is closed and empty.
        case closed
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [Job] = []
    /// The index of the first job that was not delivered.
    private var head = 0
    private var isClosed = false
    /// The number of waiting threads. If there are none, no signal is sent.
    private var waiting = 0

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Appends a job. Returns `false` if the queue is closed.
    func append(_ job: Job) -> Bool {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        guard !isClosed else { return false }
        jobs.append(job)
        if waiting > 0 { pthread_cond_signal(condition) }
        return true
    }

    /// The number of waiting jobs.
    var count: Int {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return jobs.count - head
    }

    /// Waits for a job, for the given time if there is one, and returns all waiting jobs up to the limit.
    func take(limit: Int, waiting milliseconds: Int? = nil) -> Delivery {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        let deadline = milliseconds.map(Self.time(inMilliseconds:))
        while head == jobs.count {
            guard !isClosed else { return .closed }
            waiting += 1
            defer { waiting -= 1 }
            if var deadline {
                guard pthread_cond_timedwait(condition, mutex, &deadline) != ETIMEDOUT else { break }
            } else {
                pthread_cond_wait(condition, mutex)
            }
        }
        let end = min(head + limit, jobs.count)
        guard head < end else { return .none }
        defer { forgetDelivered(upTo: end) }
        return .jobs(Array(jobs[head..<end]))
    }

    /// Closes the queue. Jobs that are already in it are still delivered.
    func close() {
        pthread_mutex_lock(mutex)
        isClosed = true
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }

    private func forgetDelivered(upTo end: Int) {
        head = end
        if head == jobs.count {
            jobs.removeAll(keepingCapacity: jobs.capacity <= 1024)
            head = 0
        } else if head >= 64, head * 2 >= jobs.count {
            jobs.removeFirst(head)
            head = 0
        }
    }

    private static func time(inMilliseconds milliseconds: Int) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = time.tv_nsec + milliseconds % 1000 * 1_000_000
        time.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }
}

/// A unit of work for a thread, with its completion.
struct Job: Sendable {
    /// When it was queued, in nanoseconds of uptime; 0 if the writer has no observer.
    let queuedAt: UInt64
    /// Does the work and returns a closure that resumes the caller. The closure is called after the work is durable.
    let perform: @Sendable (Connection) throws -> @Sendable () -> Void
    /// Resumes the caller with an error.
    let fail: @Sendable (any Error) -> Void
}
