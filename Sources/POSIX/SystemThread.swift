// SPDX-License-Identifier: Apache-2.0

/// A thread of the operating system, for work that would hold one of the few threads of Swift's cooperative pool.
package struct SystemThread: @unchecked Sendable {
    /// The thread could not be started.
    package struct NotStarted: Error {
        package let reason: String
    }

    #if canImport(Darwin)
        private typealias Argument = UnsafeMutableRawPointer
    #else
        private typealias Argument = UnsafeMutableRawPointer?
    #endif

    private let thread: pthread_t

    /// Starts a thread that runs `body` and ends. Either ``join()`` or ``detach()`` must be called once.
    package init(stackByteCount: Int = 1 << 20, _ body: @escaping @Sendable () -> Void) throws(NotStarted) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, stackByteCount)
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
            throw NotStarted(reason: systemErrorText(code))
        }
        #if canImport(Darwin)
            guard let started else { throw NotStarted(reason: "the system returned no thread") }
        #endif
        thread = started
    }

    /// Waits until the body has returned.
    package func join() {
        pthread_join(thread, nil)
    }

    /// Lets the thread release its resources when it ends.
    package func detach() {
        pthread_detach(thread)
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }
}
