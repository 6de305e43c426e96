// SPDX-License-Identifier: Apache-2.0

import CLibssl

/// A certificate with its key, and the rules for speaking TLS with it.
///
/// Unchecked, because OpenSSL allows a context that is no longer configured to be used by any thread.
final class TLSContext: @unchecked Sendable {
    let handle: OpaquePointer

    init(_ configuration: TLSConfiguration) throws(TLSError) {
        guard let handle = SSL_CTX_new(TLS_server_method()) else {
            throw .contextUnavailable(reason: Self.takeReason())
        }
        self.handle = handle
        try setProtocol()
        try load(configuration)
    }

    deinit {
        SSL_CTX_free(handle)
    }

    private func setProtocol() throws(TLSError) {
        CLibssl_configure(handle)
        // Forward secrecy and authenticated encryption; the suites of TLS 1.3 have both anyway.
        let suites = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK"
        guard CLibssl_require_tls12(handle) == 1, SSL_CTX_set_cipher_list(handle, suites) == 1 else {
            throw .contextUnavailable(reason: Self.takeReason())
        }
        SSL_CTX_set_alpn_select_cb(
            handle,
            { _, selected, length, offered, count, _ in
                let http11 = TLSContext.http11
                let status = SSL_select_next_proto(
                    UnsafeMutableRawPointer(selected)?.assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self),
                    length,
                    http11.utf8Start,
                    UInt32(http11.utf8CodeUnitCount),
                    offered,
                    count
                )
                return status == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
            }, nil)
    }

    /// The one protocol, with its length before it. `SSL_select_next_proto` answers with a pointer into the server's
    /// list when that has the match, so the list has to stay.
    private static let http11: StaticString = "\u{8}http/1.1"

    private func load(_ configuration: TLSConfiguration) throws(TLSError) {
        guard SSL_CTX_use_certificate_chain_file(handle, configuration.certificateChainFile) == 1 else {
            throw .certificateUnreadable(file: configuration.certificateChainFile, reason: Self.takeReason())
        }
        let keyFile = configuration.privateKeyFile
        // A key under a passphrase is refused, instead of asking for it on the terminal.
        SSL_CTX_set_default_passwd_cb(handle) { _, _, _, _ in 0 }
        let isLoaded = SSL_CTX_use_PrivateKey_file(handle, keyFile, SSL_FILETYPE_PEM) == 1
        // Loading a key that does not belong to the certificate fails as loading one that cannot be read does.
        let reason = Self.takeReason()
        guard isLoaded, SSL_CTX_check_private_key(handle) == 1 else {
            ERR_clear_error()
            guard !isLoaded, !reason.contains("mismatch") else {
                throw .privateKeyMismatch(certificateFile: configuration.certificateChainFile, privateKeyFile: keyFile)
            }
            throw .privateKeyUnreadable(file: keyFile, reason: reason)
        }
    }

    /// What OpenSSL says was the matter, leaving nothing for the next to find.
    private static func takeReason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        return ERR_reason_error_string(code).map { String(cString: $0) } ?? "unknown"
    }
}
