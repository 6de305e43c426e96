// SPDX-License-Identifier: Apache-2.0

/// A value that one thread at a time may access.
///
/// Built on `pthread_mutex_t`, because the thread sanitizer reports false races for `Synchronization.Mutex` on Linux.
package final class Locked<Value>: @unchecked Sendable {
    // The mutex needs a stable address.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
