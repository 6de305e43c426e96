// SPDX-License-Identifier: Apache-2.0

public import Foundation
import POSIX

/// A vault in a file that only its owner may read, and that is replaced as a whole or not at all.
public struct VaultFile: Sendable {
    /// What the operating system had against reading or writing.
    public struct Failure: Error, Hashable, Sendable {
        /// The system call that failed.
        public let call: String
        /// The file it was about.
        public let path: String
        /// The system's number for the reason.
        public let errno: Int32
    }

    /// Where the file is, or will be.
    public let url: URL

    /// A file that need not exist yet.
    public init(url: URL) { self.url = url }

    /// The bytes in the file; nil when there is no such file.
    public func read() throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return Array(try Data(contentsOf: url))
    }

    /// The authenticator in the file; nil when there is no such file.
    public func authenticator() throws -> SoftwareAuthenticator? {
        guard let bytes = try read() else { return nil }
        return try SoftwareAuthenticator(vault: bytes)
    }

    /// Writes an authenticator into the file.
    public func save(_ authenticator: SoftwareAuthenticator) throws { try write(try authenticator.vault()) }

    /// Writes beside the file, readable for the owner alone, and moves the result into its place.
    public func write(_ bytes: [UInt8]) throws(Failure) {
        let temporary = url.path + ".\(UUID().uuidString)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(of: "open", path: temporary) }
        do throws(Failure) {
            try write(bytes, to: descriptor)
            close(descriptor)
            guard rename(temporary, url.path) == 0 else { throw failure(of: "rename", path: url.path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                posixWrite(UnsafeRawBufferPointer(rebasing: buffer[written...]), to: descriptor)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = failure(of: "write", path: url.path)
                close(descriptor)
                throw reason
            }
            written += count
        }
        guard fsync(descriptor) == 0 else {
            let reason = failure(of: "fsync", path: url.path)
            close(descriptor)
            throw reason
        }
    }

    private func failure(of call: String, path: String) -> Failure { Failure(call: call, path: path, errno: errno) }
}
