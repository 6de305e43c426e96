// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

/// A dedicated thread for blocking disk access, which must not block Swift's cooperative threads.
struct WorkerThread: @unchecked Sendable {
    #if canImport(Darwin)
        private typealias Argument = UnsafeMutableRawPointer
    #else
        private typealias Argument = UnsafeMutableRawPointer?
    #endif

    private static let stackByteCount = 1 << 20

    private let thread: pthread_t

    init(_ body: @escaping @Sendable () -> Void) throws(StorageError) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, Self.stackByteCount)
        let argument = Unmanaged.passRetained(Body(body))
        let start: @convention(c) (Argument) -> UnsafeMutableRawPointer? = { argument in
            let pointer: UnsafeMutableRawPointer? = argument
            if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
            return nil
        }
        #if canImport(Darwin)
            var started: pthread_t?
        #else
            var started = pthread_t()
        #endif
        let code = pthread_create(&started, attributes, start, argument.toOpaque())
        guard code == 0 else {
            argument.release()
            throw .unavailable(
                reason: "The storage cannot start a thread: \(systemErrorText(code)).")
        }
        #if canImport(Darwin)
            guard let started else { throw .unavailable(reason: "The storage cannot start a thread.") }
        #endif
        thread = started
    }

    /// Waits until the body has returned. Either this or ``detach()`` must be called once.
    func join() {
        pthread_join(thread, nil)
    }

    /// Lets the thread release its resources when it ends.
    func detach() {
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
