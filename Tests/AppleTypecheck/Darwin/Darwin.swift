// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized

// Stands in for Apple's C library, only to type-check for Apple platforms: no behavior, never linked. It declares what
// this package calls, as Apple's headers do.

public typealias time_t = Int
public typealias ssize_t = Int
public typealias socklen_t = UInt32

public struct timespec {
    public var tv_sec: time_t
    public var tv_nsec: Int
    public init() { fatalError() }
}

public struct sockaddr {
    public init() { fatalError() }
}

// MARK: - Threads

public struct pthread_mutex_t {
    public init() { fatalError() }
}

public struct pthread_mutexattr_t {
    public init() { fatalError() }
}

public struct pthread_attr_t {
    public init() { fatalError() }
}

public struct _opaque_pthread_t {
    public init() { fatalError() }
}

public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

@discardableResult
public func pthread_mutex_init(
    _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { fatalError() }

@discardableResult
public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { fatalError() }

@discardableResult
public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { fatalError() }

@discardableResult
public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { fatalError() }

@discardableResult
public func pthread_attr_init(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { fatalError() }

@discardableResult
public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { fatalError() }

@discardableResult
public func pthread_attr_setstacksize(
    _ attributes: UnsafeMutablePointer<pthread_attr_t>, _ byteCount: Int
) -> Int32 { fatalError() }

@discardableResult
public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }

@discardableResult
public func pthread_join(
    _ thread: pthread_t, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> Int32 { fatalError() }

@discardableResult
public func pthread_detach(_ thread: pthread_t) -> Int32 { fatalError() }

// MARK: - Time

public struct clockid_t: RawRepresentable, Sendable {
    public var rawValue: UInt32
    public init(_ rawValue: UInt32) { fatalError() }
    public init(rawValue: UInt32) { fatalError() }
}

public var CLOCK_REALTIME: clockid_t { fatalError() }
public var CLOCK_MONOTONIC: clockid_t { fatalError() }
public var CLOCK_MONOTONIC_RAW: clockid_t { fatalError() }

@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>) -> Int32 { fatalError() }

public func clock_gettime_nsec_np(_ clock: clockid_t) -> UInt64 { fatalError() }

@discardableResult
public func time(_ result: UnsafeMutablePointer<time_t>?) -> time_t { fatalError() }

// MARK: - Everything else

public var errno: Int32 {
    get { fatalError() }
    set { fatalError() }
}

@discardableResult
public func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { fatalError() }

@discardableResult
public func write(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { fatalError() }

@discardableResult
public func send(
    _ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int, _ flags: Int32
) -> Int { fatalError() }

@discardableResult
public func connect(
    _ descriptor: Int32, _ address: UnsafePointer<sockaddr>?, _ length: socklen_t
) -> Int32 { fatalError() }

public func strerror(_ number: Int32) -> UnsafeMutablePointer<CChar>? { fatalError() }

public func pow(_ base: Double, _ exponent: Double) -> Double { fatalError() }
