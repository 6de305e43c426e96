// SPDX-License-Identifier: Apache-2.0

// The system's C library under one name, whichever it is.
#if canImport(Darwin)
    @_exported public import Darwin
#elseif canImport(Glibc)
    @_exported public import Glibc
#elseif canImport(Musl)
    @_exported public import Musl
#endif

/// Calls `read(2)`, whose name a method may hide.
package func posixRead(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}

/// Calls `write(2)`, whose name a method may hide.
package func posixWrite(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// Calls `send(2)`, whose name a method may hide.
package func posixSend(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, flags: Int32) -> Int {
    send(descriptor, bytes.baseAddress, bytes.count, flags)
}

/// Calls `connect(2)`, whose name a method may hide.
package func posixConnect(
    _ descriptor: Int32, to address: UnsafePointer<sockaddr>, length: socklen_t
) -> Int32 {
    connect(descriptor, address, length)
}

/// Reads a monotonic clock that includes the time when the machine sleeps, in nanoseconds.
package func uptimeNanoseconds() -> UInt64 {
    #if canImport(Darwin)
        return clock_gettime_nsec_np(CLOCK_MONOTONIC_RAW)
    #else
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(clamping: time.tv_nsec)
    #endif
}

/// Describes an error number as the system does.
package func systemErrorText(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
