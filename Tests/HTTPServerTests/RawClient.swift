// SPDX-License-Identifier: Apache-2.0

import CLibuv
import Foundation
import HTTPServer
import POSIX

#if canImport(Glibc)
    private let streamSocket = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Darwin)
    private let streamSocket = SOCK_STREAM
#endif

/// A client that sends exactly the given bytes. Its calls block for up to two minutes; see `onThread`.
final class RawClient: Sendable {
    let descriptor: Int32

    init(port: UInt16, host: String = "127.0.0.1") {
        var address = sockaddr_storage()
        _ = CLibuv_address(host, Int32(port), &address)
        let isIPv6 = host.contains(":")
        descriptor = socket(isIPv6 ? AF_INET6 : AF_INET, streamSocket, 0)
        let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
        withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(descriptor, $0, socklen_t(length)) }
        }
        // Disables Nagle's algorithm, so that every write is sent immediately.
        var now: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &now, socklen_t(MemoryLayout<Int32>.size))
        #if canImport(Darwin)
            var yes: Int32 = 1
            setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
        var timeout = timeval(tv_sec: 120, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Sends the bytes. Returns how many the kernel took before the connection failed.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { Self.sendQuietly(descriptor, bytes: $0) }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    @discardableResult
    func send(_ text: String) -> Int { send(Array(text.utf8)) }

    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Receives at least one byte. Returns an empty array at the end and `nil` after a reset or timeout.
    func receiveSome() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : Array(buffer.prefix(count))
    }

    /// Receives until the server closes. Returns `nil` after a reset or timeout.
    func receiveToEnd() -> String? {
        var all: [UInt8] = []
        while let some = receiveSome() {
            if some.isEmpty { return String(decoding: all, as: UTF8.self) }
            all += some
        }
        return nil
    }

    /// Receives up to and including this text.
    func receive(through end: String) -> String {
        var all: [UInt8] = []
        while !String(decoding: all, as: UTF8.self).hasSuffix(end), let some = receiveSome(), !some.isEmpty {
            all += some
        }
        return String(decoding: all, as: UTF8.self)
    }

    private static func sendQuietly(_ descriptor: Int32, bytes: UnsafeRawBufferPointer) -> Int {
        #if canImport(Glibc)
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            Darwin.send(descriptor, bytes.baseAddress, bytes.count, 0)
        #endif
    }
}

/// Runs blocking code off the cooperative thread pool.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: body()) }
    }
}

extension RawClient {
    /// Returns whether data or the end of the stream is available within the timeout.
    func isReadable(within milliseconds: Int32) -> Bool {
        var events = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&events, 1, milliseconds) > 0
    }

    /// Makes closing send a TCP reset instead of a FIN.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
