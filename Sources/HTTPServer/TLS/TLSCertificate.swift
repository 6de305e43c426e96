// SPDX-License-Identifier: Apache-2.0

import CLibssl
import POSIX

/// A loaded certificate and private key, with the TLS settings for serving it.
///
/// `@unchecked Sendable` because OpenSSL lets any thread use a context whose configuration no longer changes.
final class TLSCertificate: @unchecked Sendable {
    let handle: OpaquePointer
    let file: String

    /// Loads and validates the files.
    init(_ configuration: TLSConfiguration) throws(TLSError) {
        file = configuration.certificateChainFile
        handle = try Self.makeContext()
        try load(configuration)
        try checkValidity()
    }

    /// Copies the certificate into a new context, which generates its own ticket keys.
    init(renewing other: TLSCertificate) throws(TLSError) {
        file = other.file
        handle = try Self.makeContext()
        guard CLibssl_copy_certificate(other.handle, handle) == 1 else {
            throw .contextUnavailable(reason: Self.takeReason())
        }
    }

    deinit {
        SSL_CTX_free(handle)
    }

    /// Returns whether the certificate covers the host, which may be an IP address.
    func covers(_ host: String) -> Bool {
        guard let certificate = SSL_CTX_get0_certificate(handle) else { return false }
        if CLibssl_names_host(certificate, host, host.utf8.count) == 1 { return true }
        let isBracketed = host.hasPrefix("[")
        let isAddress =
            CLibssl_names_address(certificate, isBracketed ? String(host.dropFirst().dropLast()) : host) == 1
        ERR_clear_error()
        return isAddress
    }

    /// The point in time at which it expires, in seconds since 1970; 0 if that can't be read.
    var expiry: Int64 {
        var parts = tm()
        guard let certificate = SSL_CTX_get0_certificate(handle),
            ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &parts) == 1
        else { return 0 }
        return Int64(timegm(&parts))
    }

    private static func makeContext() throws(TLSError) -> OpaquePointer {
        guard let handle = SSL_CTX_new(TLS_server_method()) else {
            throw .contextUnavailable(reason: takeReason())
        }
        CLibssl_configure(handle)
        // Only suites with forward secrecy and authenticated encryption. All TLS 1.3 suites have both.
        let suites = "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK"
        guard CLibssl_require_tls12(handle) == 1, SSL_CTX_set_cipher_list(handle, suites) == 1 else {
            SSL_CTX_free(handle)
            throw .contextUnavailable(reason: takeReason())
        }
        SSL_CTX_set_alpn_select_cb(
            handle,
            { _, selected, length, offered, count, _ in
                let http11 = TLSCertificate.http11
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
        return handle
    }

    /// The ALPN list with its only protocol, length-prefixed. `SSL_select_next_proto` may return a pointer into this
    /// list, so it must be static.
    private static let http11: StaticString = "\u{8}http/1.1"

    private func load(_ configuration: TLSConfiguration) throws(TLSError) {
        guard SSL_CTX_use_certificate_chain_file(handle, file) == 1 else {
            throw .certificateUnreadable(file: file, reason: Self.takeReason())
        }
        let keyFile = configuration.privateKeyFile
        // An encrypted key is rejected. By default, OpenSSL would prompt for its passphrase on the terminal.
        var isEncrypted = false
        withUnsafeMutablePointer(to: &isEncrypted) { flag in
            SSL_CTX_set_default_passwd_cb(handle) { _, _, _, flag in
                flag?.assumingMemoryBound(to: Bool.self).pointee = true
                return -1
            }
            SSL_CTX_set_default_passwd_cb_userdata(handle, flag)
            defer { SSL_CTX_set_default_passwd_cb_userdata(handle, nil) }
            SSL_CTX_use_PrivateKey_file(handle, keyFile, SSL_FILETYPE_PEM)
        }
        // A mismatched key fails to load, just like an unreadable one.
        let reason = Self.takeReason()
        guard SSL_CTX_check_private_key(handle) == 1 else {
            ERR_clear_error()
            guard !isEncrypted else { throw .privateKeyEncrypted(file: keyFile) }
            guard !reason.contains("mismatch") else {
                throw .privateKeyMismatch(certificateFile: file, privateKeyFile: keyFile)
            }
            throw .privateKeyUnreadable(file: keyFile, reason: reason)
        }
    }

    private func checkValidity() throws(TLSError) {
        let certificate = SSL_CTX_get0_certificate(handle)
        let (first, last) = (X509_get0_notBefore(certificate), X509_get0_notAfter(certificate))
        guard X509_cmp_current_time(first) < 0 else {
            throw .certificateNotYetValid(file: file, before: Self.text(first))
        }
        guard X509_cmp_current_time(last) > 0 else {
            throw .certificateExpired(file: file, at: Self.text(last))
        }
    }

    /// Formats the time, for example `2026-11-22 08:30 UTC`.
    private static func text(_ time: UnsafePointer<ASN1_TIME>?) -> String {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return "an unreadable time" }
        let two = { (number: Int32) in number < 10 ? "0\(number)" : "\(number)" }
        let day = "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        return "\(day) \(two(parts.tm_hour)):\(two(parts.tm_min)) UTC"
    }

    /// Returns the reason of OpenSSL's first queued error and clears the error queue.
    private static func takeReason() -> String {
        let code = ERR_get_error()
        ERR_clear_error()
        return ERR_reason_error_string(code).map { String(cString: $0) } ?? "unknown"
    }
}
