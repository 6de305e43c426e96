// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
import IdentityModel
import POSIX
import WireFormats

/// The certificates that the server proves its names with, read again when their files change.
@available(macOS 15, *)
package final class CertificateFiles: Sendable {
    private let server: HTTPServer
    private let paths: [String]
    private let log: Log
    private let stamps: Locked<[FileStamp?]>
    /// The domains that are served.
    private let hosts: Locked<[String]>

    package init(_ files: [ServerSettings.TransportSecurity], for hosts: [String], server: HTTPServer, log: Log) {
        self.server = server
        self.log = log
        self.hosts = Locked(hosts)
        paths = files.flatMap { [$0.certificate, $0.key] }
        stamps = Locked(paths.map { FileStamp($0) })
    }

    /// Both files of a pair are changed one after the other, so a pair that does not fit is tried again next time.
    package func reloadIfChanged() {
        let present = paths.map { FileStamp($0) }
        guard !present.contains(nil), present != stamps.withLock({ $0 }) else { return }
        if reload() { stamps.withLock { $0 = present } }
    }

    @discardableResult
    func reload() -> Bool {
        guard !paths.isEmpty else { return true }
        do throws(TLSError) {
            try server.reloadCertificates(for: hosts.withLock { $0 })
            log.info("tls.reloaded")
            return true
        } catch {
            log.warning(
                "tls.not-reloaded",
                ["reason": .string(error.explanation), "consequence": "the certificates before are kept"])
            return false
        }
    }

    /// Other domains are served from now on. One that no certificate names is told: browsers and apps will refuse it.
    package func serve(_ hosts: [String]) {
        self.hosts.withLock { $0 = hosts }
        for host in server.hostsWithoutCertificate(among: hosts) {
            let error = TLSError.hostWithoutCertificate(
                host: host, files: stride(from: 0, to: paths.count, by: 2).map { paths[$0] })
            log.warning("tls.host-without-certificate", ["host": .string(host), "reason": .string(error.explanation)])
        }
    }
}
