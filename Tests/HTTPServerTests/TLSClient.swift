// SPDX-License-Identifier: Apache-2.0

import CLibssl

/// A blocking TLS client that trusts any certificate; see `onThread`.
final class TLSClient: @unchecked Sendable {
    private let client: RawClient
    private let context: OpaquePointer?
    private let session: OpaquePointer?
    /// Whether the handshake succeeded.
    private(set) var isEstablished = false

    /// The options of the ClientHello.
    struct ClientHello: Sendable {
        /// The length-prefixed ALPN protocols.
        var protocols = ""
        var version: Int32?
        /// The server name (SNI).
        var host: String?
        /// The TLS 1.2 cipher suites.
        var suites: String?
    }

    convenience init(port: UInt16, protocols: String = "", version: Int32? = nil) {
        self.init(port: port, ClientHello(protocols: protocols, version: version))
    }

    /// - Parameter earlier: a client whose session to resume.
    init(port: UInt16, _ hello: ClientHello, resuming earlier: TLSClient? = nil) {
        let (protocols, version) = (hello.protocols, hello.version)
        client = RawClient(port: port)
        context = SSL_CTX_new(TLS_client_method())
        session = SSL_new(context)
        if !protocols.isEmpty {
            SSL_set_alpn_protos(session, Array(protocols.utf8), UInt32(protocols.utf8.count))
        }
        if let version { CLibssl_set_versions(session, version, version) }
        if let suites = hello.suites { SSL_set_cipher_list(session, suites) }
        hello.host?.withCString { name in
            _ = SSL_ctrl(
                session, SSL_CTRL_SET_TLSEXT_HOSTNAME, Int(TLSEXT_NAMETYPE_host_name),
                UnsafeMutableRawPointer(mutating: name))
        }
        if let earlier, let kept = SSL_get1_session(earlier.session) {
            SSL_set_session(session, kept)
            SSL_SESSION_free(kept)
        }
        SSL_set_fd(session, client.descriptor)
        isEstablished = SSL_connect(session) == 1
        ERR_clear_error()
    }

    deinit {
        SSL_free(session)
        SSL_CTX_free(context)
    }

    var version: Int32 { SSL_version(session) }

    var chosenProtocol: String {
        var start: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(session, &start, &count)
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    /// The server certificate in DER.
    var serverCertificate: [UInt8] {
        guard let certificate = SSL_get1_peer_certificate(session) else { return [] }
        defer { X509_free(certificate) }
        var bytes = [UInt8](repeating: 0, count: Int(i2d_X509(certificate, nil)))
        bytes.withUnsafeMutableBufferPointer { buffer in
            var cursor = buffer.baseAddress
            _ = i2d_X509(certificate, &cursor)
        }
        return bytes
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        SSL_write(session, bytes, Int32(bytes.count))
    }

    func receiveSome() -> String {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = SSL_read(session, &buffer, Int32(buffer.count))
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }

    /// Receives until the end. Returns the text and whether the server sent close_notify.
    func receiveToEnd() -> (text: String, hasCloseNotify: Bool) {
        var text = ""
        while true {
            let some = receiveSome()
            if some.isEmpty { break }
            text += some
        }
        ERR_clear_error()
        return (text, SSL_get_shutdown(session) & SSL_RECEIVED_SHUTDOWN != 0)
    }

    /// A sealer of TLS 1.2 records for ``sendSealed(_:)``, which bypasses this client.
    var sealer: RecordSealer { RecordSealer(session) }

    func sendSealed(_ records: [UInt8]) {
        client.send(records)
    }

    /// Receives raw records until the end.
    func receiveSealed() -> [UInt8] {
        var all: [UInt8] = []
        while let some = client.receiveSome(), !some.isEmpty { all += some }
        return all
    }

    /// Whether the earlier session was resumed.
    var isResumed: Bool { SSL_session_reused(session) == 1 }

    /// Updates the client's keys and requests an update of the server's. Returns `false` if the connection is closed.
    func updateKeys() -> Bool {
        defer { ERR_clear_error() }
        return SSL_key_update(session, SSL_KEY_UPDATE_REQUESTED) == 1 && SSL_do_handshake(session) == 1
    }

    /// Attempts a TLS 1.2 renegotiation. Returns whether the server took part.
    func renegotiate() -> Bool {
        defer { ERR_clear_error() }
        return SSL_renegotiate(session) == 1 && SSL_do_handshake(session) == 1
            && !receiveSome().isEmpty
    }
}
