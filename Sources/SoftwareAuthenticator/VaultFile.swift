// SPDX-License-Identifier: Apache-2.0

public import Foundation
import POSIX

/// A vault in a file that only its owner can read. Writing replaces the file atomically.
public struct VaultFile: Sendable {
    /// A failed system call.
    public struct Failure: Error, Hashable, Sendable {
        /// The system call that failed.
        public let call: String
        /// The path of the file.
        public let path: String
        /// The system's error number.
        public let errno: Int32
    }

    /// The location of the file.
    public let url: URL

    /// Creates a vault file. The file need not exist.
    public init(url: URL) { self.url = url }

    /// Reads the bytes of the file, or returns `nil` if it doesn't exist.
    public func read() throws -> [UInt8]? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        return Array(try Data(contentsOf: url))
    }

    /// Reads the authenticator from the file, or returns `nil` if the file doesn't exist.
    public func authenticator() throws -> SoftwareAuthenticator? {
        guard let bytes = try read() else { return nil }
        return try SoftwareAuthenticator(vault: bytes)
    }

    /// Writes an authenticator into the file.
    public func save(_ authenticator: SoftwareAuthenticator) throws { try write(try authenticator.vault()) }

    /// Writes a temporary file that only the owner can read and moves it into place.
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
