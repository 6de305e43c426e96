// SPDX-License-Identifier: Apache-2.0

import POSIX
import WireFormats

/// Why an operation failed.
enum BenchFailure: Error, CustomStringConvertible {
    case notConnected(String)
    case connectionLost
    case responseMalformed
    /// An error response: the path, the status and the body.
    case rejected(String, Int, [UInt8])
    case authenticator(String)
    case noResponse

    var description: String {
        switch self {
        case .notConnected(let reason): "connection failed: \(reason)"
        case .connectionLost: "the server closed the connection"
        case .responseMalformed: "the response is malformed"
        case .rejected(let path, let status, let body):
            "\(path) answered \(status) \(TerminalText.safe(String(decoding: body, as: UTF8.self), limit: 300))"
        case .authenticator(let reason): "the software authenticator failed: \(reason)"
        case .noResponse: "no response within 30 seconds"
        }
    }
}

/// A persistent HTTP/1.1 connection with a non-blocking socket.
final class BenchConnection {
    struct Response {
        let status: Int
        let body: [UInt8]
        fileprivate let head: [UInt8]

        /// Returns the values of a field, whose name is spelled as the server spells it.
        func fields(_ name: String) -> [String] {
            let prefix = name + ": "
            return String(decoding: head, as: UTF8.self).split(separator: "\r\n")
                .filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
        }

        /// The names of all fields, in their order.
        var fieldNames: [String] {
            String(decoding: head, as: UTF8.self).split(separator: "\r\n").dropFirst()
                .compactMap { $0.split(separator: ":").first.map(String.init) }
        }

        func check(_ status: Int, from path: String) throws(BenchFailure) {
            guard self.status == status else { throw .rejected(path, self.status, body) }
        }
    }

    let descriptor: Int32
    private var outgoing: ArraySlice<UInt8> = []
    private var incoming: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 16_384)

    /// Connects to a port of this machine.
    init(port: UInt16, isVersion6: Bool) throws(BenchFailure) {
        #if os(Linux)
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        descriptor = socket(isVersion6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0, Self.connect(descriptor, port: port, isVersion6: isVersion6) == 0 else {
            let reason = systemErrorText(errno)
            close(descriptor)
            throw .notConnected(reason)
        }
        var one: Int32 = 1
        _ = setsockopt(
            descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout.size(ofValue: one)))
        #if canImport(Darwin)
            _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, socklen_t(MemoryLayout.size(ofValue: one)))
        #endif
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    deinit {
        close(descriptor)
    }

    /// Whether part of a request is still unsent.
    var hasOutput: Bool { !outgoing.isEmpty }

    /// Sends as much of a request as the socket accepts.
    func send(_ request: [UInt8]) throws(BenchFailure) {
        outgoing = request[...]
        try flush()
    }

    func flush() throws(BenchFailure) {
        while !outgoing.isEmpty {
            #if os(Linux)
                let flags = Int32(MSG_NOSIGNAL)
            #else
                let flags: Int32 = 0
            #endif
            let count = outgoing.withUnsafeBytes { posixSend($0, to: descriptor, flags: flags) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { throw .connectionLost }
            outgoing = outgoing.dropFirst(count)
        }
    }

    /// Sends a request, and waits for the response.
    func exchange(_ request: [UInt8]) throws(BenchFailure) -> Response {
        try send(request)
        while true {
            let events = POLLIN | (hasOutput ? POLLOUT : 0)
            var state = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            guard poll(&state, 1, 30_000) > 0 else { throw .noResponse }
            try flush()
            if let response = try receive() { return response }
        }
    }

    /// Reads available bytes; returns `nil` until the response is complete.
    func receive() throws(BenchFailure) -> Response? {
        while true {
            let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return try response() }
            guard count > 0 else { throw .connectionLost }
            incoming += buffer[..<count]
            if count < buffer.count { return try response() }
        }
    }

    private func response() throws(BenchFailure) -> Response? {
        guard let head = HeadLocation(in: incoming) else {
            guard incoming.count < 65_536 else { throw .responseMalformed }
            return nil
        }
        guard let status = head.status(in: incoming), let length = head.contentLength(in: incoming) else {
            throw .responseMalformed
        }
        guard incoming.count >= head.end + length else { return nil }
        let response = Response(
            status: status, body: Array(incoming[head.end..<(head.end + length)]), head: Array(incoming[..<head.end]))
        incoming.removeFirst(head.end + length)
        return response
    }

    private static func connect(_ descriptor: Int32, port: UInt16, isVersion6: Bool) -> Int32 {
        if isVersion6 {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    posixConnect(descriptor, to: $0, length: socklen_t(MemoryLayout<sockaddr_in6>.size))
                }
            }
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                posixConnect(descriptor, to: $0, length: socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}

/// The head of a response in the receive buffer.
private struct HeadLocation {
    /// The offset of the body.
    let end: Int

    init?(in bytes: [UInt8]) {
        guard bytes.count >= 4 else { return nil }
        for index in 3..<bytes.count
        where bytes[index] == 0x0A && bytes[index - 1] == 0x0D && bytes[index - 2] == 0x0A && bytes[index - 3] == 0x0D {
            end = index + 1
            return
        }
        return nil
    }

    func status(in bytes: [UInt8]) -> Int? {
        guard bytes.starts(with: Array("HTTP/1.1 ".utf8)), bytes.count >= 12 else { return nil }
        return Int(String(decoding: bytes[9..<12], as: UTF8.self))
    }

    /// The declared length of the body; 0 if there is no `Content-Length`.
    func contentLength(in bytes: [UInt8]) -> Int? {
        for line in bytes[..<end].split(separator: 0x0A) {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon - line.startIndex == Self.name.count,
                zip(line, Self.name).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
            else { continue }
            let digits = line[(colon + 1)...].filter { $0 != UInt8(ascii: " ") && $0 != 0x0D }
            return Int(String(decoding: digits, as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return 0
    }

    private static let name = Array("content-length".utf8)
}
