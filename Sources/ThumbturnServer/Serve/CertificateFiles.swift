// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
import IdentityModel
import WireFormats

/// The certificate that the server proves its name with, read again when its files change.
@available(macOS 15, *)
package final class CertificateFiles: Sendable {
    private let server: HTTPServer
    private let paths: [String]
    private let log: Log
    private let stamps: Locked<[FileStamp?]>

    package init(_ files: ServerSettings.TransportSecurity?, server: HTTPServer, log: Log) {
        self.server = server
        self.log = log
        paths = files.map { [$0.certificate, $0.key] } ?? []
        stamps = Locked(paths.map { FileStamp($0) })
    }

    /// Both are changed one after the other, so a pair that does not fit is tried again next time.
    package func reloadIfChanged() {
        let present = paths.map { FileStamp($0) }
        guard !present.contains(nil), present != stamps.withLock({ $0 }) else { return }
        if reload() { stamps.withLock { $0 = present } }
    }

    @discardableResult
    func reload() -> Bool {
        guard !paths.isEmpty else { return true }
        do throws(TLSError) {
            try server.reloadCertificates()
            log.info("tls.reloaded")
            return true
        } catch {
            log.error(
                "tls.not-reloaded", ["reason": .string("\(error)"), "consequence": "the certificate before is kept"])
            return false
        }
    }
}
