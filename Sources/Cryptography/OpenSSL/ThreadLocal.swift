// SPDX-License-Identifier: Apache-2.0

import CLibcrypto
import POSIX

/// One value per thread, made when the thread first uses it and released when the thread ends.
final class ThreadLocal<Value: AnyObject>: @unchecked Sendable {
    // The key needs a stable address.
    private let key = UnsafeMutablePointer<CRYPTO_THREAD_LOCAL>.allocate(capacity: 1)
    private let makeValue: @Sendable () -> Value

    init(_ makeValue: @escaping @Sendable () -> Value) {
        self.makeValue = makeValue
        let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { address in
            if let address { Unmanaged<AnyObject>.fromOpaque(address).release() }
        }
        guard CRYPTO_THREAD_init_local(key, release) == 1 else {
            fatalError("no memory for a thread's value")
        }
    }

    deinit {
        CRYPTO_THREAD_cleanup_local(key)
        key.deallocate()
    }

    /// The value of the calling thread.
    var value: Value {
        if let address = CRYPTO_THREAD_get_local(key) {
            return Unmanaged<Value>.fromOpaque(address).takeUnretainedValue()
        }
        let value = makeValue()
        let retained = Unmanaged.passRetained(value)
        guard CRYPTO_THREAD_set_local(key, retained.toOpaque()) == 1 else {
            fatalError("no memory for a thread's value")
        }
        return value
    }
}

/// The number of forks that led to this process, read without the system call that its ID takes.
final class ForkCount: @unchecked Sendable {
    private static let shared = ForkCount()
    private static let isCounting = pthread_atfork(nil, nil) { ForkCount.shared.count.pointee += 1 } == 0

    /// Written only in a new child, while that has a single thread.
    private let count = UnsafeMutablePointer<Int>.allocate(capacity: 1)

    private init() {
        count.initialize(to: 0)
    }

    deinit {
        count.deallocate()
    }

    static var current: Int {
        let count = shared.count
        // The handler is missing if there was no memory for it.
        return isCounting ? count.pointee : Int(getpid())
    }
}
