// SPDX-License-Identifier: Apache-2.0

import CLibssl
import Foundation
import POSIX
import ServerHarness

/// The relay's side of a connection, which can be encrypted at any time. Every wait ends after a minute at most.
final class RelayWire {
    private let descriptor: Int32
    private var context: OpaquePointer?
    private var session: OpaquePointer?
    private var buffer: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(context)
        ERR_clear_error()
    }

    /// Whether a wait took too long.
    private(set) var hasGivenUp = false

    var isEncrypted: Bool { session != nil }

    /// Returns whether the handshake succeeded.
    func encrypt(with certificates: CertificatePair) -> Bool {
        context = SSL_CTX_new(TLS_server_method())
        SSL_CTX_use_certificate_chain_file(context, certificates.certificate)
        SSL_CTX_use_PrivateKey_file(context, certificates.key, SSL_FILETYPE_PEM)
        session = SSL_new(context)
        SSL_set_fd(session, descriptor)
        defer { ERR_clear_error() }
        return SSL_accept(session) == 1
    }

    func send(_ line: String) {
        let bytes = Array((line + "\r\n").utf8)
        if let session {
            SSL_write(session, bytes, Int32(bytes.count))
            ERR_clear_error()
        } else {
            _ = bytes.withUnsafeBytes { posixSend($0, to: descriptor, flags: 0) }
        }
    }

    /// Returns the next line without its end; `nil` at the end of the connection.
    func line() -> String? {
        read(to: Array("\r\n".utf8), from: 0).map { String(decoding: $0.dropLast(2), as: UTF8.self) }
    }

    /// Returns a message as it came, without the line with the dot; `nil` if it has no end.
    func message() -> [UInt8]? {
        // The line break before the dot may be that of the command.
        buffer.insert(contentsOf: Array("\r\n".utf8), at: 0)
        return read(to: Array("\r\n.\r\n".utf8), from: 0).map { Array($0.dropFirst(2).dropLast(3)) }
    }

    /// Returns what arrives until the end of the connection.
    func rest() -> [UInt8] {
        while readSome() {}
        defer { buffer = [] }
        return buffer
    }

    private func read(to end: [UInt8], from start: Int) -> [UInt8]? {
        var searched = start
        while true {
            while searched + end.count <= buffer.count {
                if buffer[searched..<searched + end.count].elementsEqual(end) {
                    defer { buffer.removeFirst(searched + end.count) }
                    return Array(buffer[..<(searched + end.count)])
                }
                searched += 1
            }
            guard readSome() else { return nil }
        }
    }

    private func readSome() -> Bool {
        var some = [UInt8](repeating: 0, count: 16_384)
        let count: Int
        if let session {
            count = Int(SSL_read(session, &some, Int32(some.count)))
        } else {
            count = some.withUnsafeMutableBytes { posixRead(descriptor, into: $0) }
        }
        guard count > 0 else {
            // `SSL_read` sets it too, because its socket does.
            hasGivenUp = count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)
            return false
        }
        buffer += some[..<count]
        return true
    }
}
