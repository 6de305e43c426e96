// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A connection to a server on this machine. It is for one thread and sends one request at a time.
package final class WireClient {
    private let descriptor: Int32
    private let host: String
    private var received: [UInt8] = []
    /// The address that a proxy would forward with each request; `nil` for this machine's.
    package var forwardedFor: String?

    /// - Parameter host: the requested host with its port.
    package init(port: UInt16, host: String = HarnessConfiguration.authority) throws(WireFailure) {
        self.host = host
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, kind, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else {
            let reason = String(cString: strerror(errno))
            close(descriptor)
            throw .notConnected(reason)
        }
        setOption(level: IPPROTO_TCP, name: TCP_NODELAY, value: Int32(1))
        // Far longer than any response takes. If the server hangs, the test fails instead of hanging too.
        setOption(level: SOL_SOCKET, name: SO_RCVTIMEO, value: timeval(tv_sec: 120, tv_usec: 0))
        #if canImport(Darwin)
            setOption(level: SOL_SOCKET, name: SO_NOSIGPIPE, value: Int32(1))
        #endif
    }

    deinit {
        close(descriptor)
    }

    /// Sends a request and reads its response.
    package func send(_ request: WireRequest) throws(WireFailure) -> WireResponse {
        var request = request
        if let forwardedFor { request.headers.append(("X-Forwarded-For", forwardedFor)) }
        try write(request.bytes(host: host))
        return try read()
    }

    /// Sends these bytes.
    package func write(_ bytes: [UInt8]) throws(WireFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            #if os(Linux)
                let flags = Int32(MSG_NOSIGNAL)
            #else
                let flags: Int32 = 0
            #endif
            let count = rest.withUnsafeBytes { posixSend($0, to: descriptor, flags: flags) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .connectionLost }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads one response.
    package func read() throws(WireFailure) -> WireResponse {
        var end: Int?
        while end == nil {
            end = received.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
            if end == nil { try receive() }
        }
        let head = String(decoding: received[..<(end ?? 0)], as: UTF8.self)
        received.removeFirst(end ?? 0)
        var lines = head.split(separator: "\r\n")
        let words = lines.isEmpty ? [] : lines.removeFirst().split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { throw .malformed(head) }
        let headers = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (name: String(parts[0]), value: parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }.map { Int($0.value) ?? -1 } ?? 0
        guard length >= 0 else { throw .malformed(head) }
        while received.count < length { try receive() }
        let body = Array(received.prefix(length))
        received.removeFirst(length)
        return WireResponse(status: status, headers: headers, body: body)
    }

    private func receive() throws(WireFailure) {
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var count = recv(descriptor, &buffer, buffer.count, 0)
        while count < 0, errno == EINTR { count = recv(descriptor, &buffer, buffer.count, 0) }
        guard count > 0 else { throw .connectionLost }
        received += buffer[..<count]
    }

    private func setOption<Value: BitwiseCopyable>(level: some BinaryInteger, name: Int32, value: Value) {
        var value = value
        _ = setsockopt(descriptor, Int32(level), name, &value, socklen_t(MemoryLayout<Value>.size))
    }
}
