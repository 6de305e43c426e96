// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
import IdentityModel
import POSIX
import WireFormats

/// The server's certificates, reloaded when their files change.
@available(macOS 15, *)
package final class CertificateFiles: Sendable {
    private let server: HTTPServer
    private let paths: [String]
    private let log: Log
    private let stamps: Locked<[FileStamp?]>
    /// The served domains.
    private let hosts: Locked<[String]>

    package init(_ files: [ServerSettings.TransportSecurity], for hosts: [String], server: HTTPServer, log: Log) {
        self.server = server
        self.log = log
        self.hosts = Locked(hosts)
        paths = files.flatMap { [$0.certificate, $0.key] }
        stamps = Locked(paths.map { FileStamp($0) })
    }

    /// Reloads the certificates if a file has changed. The files of a pair change one after the other, so a pair that
    /// does not match is tried again next time.
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
            log.write(.certificatesReloaded)
            return true
        } catch {
            log.write(
                .certificatesNotReloaded,
                fields: ["reason": .string(error.explanation), "consequence": "The previous certificates stay in use."])
            return false
        }
    }

    /// Updates the served domains, and logs a warning about each one that no certificate names.
    package func serve(_ hosts: [String]) {
        self.hosts.withLock { $0 = hosts }
        for host in server.hostsWithoutCertificate(among: hosts) {
            let error = TLSError.hostWithoutCertificate(
                host: host, files: stride(from: 0, to: paths.count, by: 2).map { paths[$0] })
            log.write(
                .hostWithoutCertificate, fields: ["host": .string(host), "reason": .string(error.explanation)])
        }
    }
}

/// The identity and modification time of a file, which change when it is replaced or written.
struct FileStamp: Hashable, Sendable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// Returns `nil` if there is no file, as there may be for a moment while it is replaced.
    init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        #if canImport(Glibc)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        #else
            (seconds, nanoseconds) = (status.st_mtimespec.tv_sec, status.st_mtimespec.tv_nsec)
        #endif
    }
}
