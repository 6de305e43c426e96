// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A file that nobody but its owner may read: whole or not there, and never behind a link.
struct PrivateFile {
    let path: String

    /// Why such a file could not be read or made; completes a sentence that begins with its path.
    enum Failure: Error, Hashable, CustomStringConvertible {
        case isLink
        case isNoFile
        case isReadableByOthers
        case isTooLong
        case system(String)

        var description: String {
            switch self {
            case .isLink: "it is a symbolic link"
            case .isNoFile: "it is no file"
            case .isReadableByOthers: "others than its owner may use it"
            case .isTooLong: "it is too long"
            case .system(let text): text
            }
        }
    }

    /// The bytes; `nil` if there is nothing at the path.
    func read(upTo limit: Int) throws(Failure) -> [UInt8]? {
        // Not to wait where the path is a pipe.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP: throw .isLink
            default: throw .system(Self.systemText())
            }
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(Self.systemText()) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
        guard status.st_mode & 0o077 == 0 else { throw .isReadableByOthers }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = bytes.withUnsafeMutableBytes { posixRead(descriptor, into: $0) }
        guard count >= 0 else { throw .system(Self.systemText()) }
        guard count <= limit else { throw .isTooLong }
        return Array(bytes.prefix(count))
    }

    /// Makes the file with its whole contents, for good; returns `false` if there is something at the path already.
    ///
    /// It is written beside its place and linked into it: whoever finds it finds all of it, and of two that make it at
    /// once one does.
    func make(_ bytes: [UInt8], suffix: String) throws(Failure) -> Bool {
        let draft = "\(path).\(suffix)"
        try Self.write(bytes, to: draft)
        defer { unlink(draft) }
        guard link(draft, path) == 0 else {
            if errno == EEXIST { return false }
            throw .system(Self.systemText())
        }
        try Self.sync(folder: FileAccess.parent(of: path))
        return true
    }

    /// Waits until the names in a folder are on the disk.
    static func sync(folder: String) throws(Failure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(systemText()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(systemText()) }
    }

    /// What the system says about the last call that failed.
    static func systemText() -> String {
        systemErrorText(errno)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(systemText()) }
        defer { close(descriptor) }
        // Whatever the umask has taken away from the owner.
        guard fchmod(descriptor, 0o600) == 0, bytes.withUnsafeBytes({ posixWrite($0, to: descriptor) }) == bytes.count,
            fsync(descriptor) == 0
        else {
            let text = systemText()
            unlink(path)
            throw .system(text)
        }
    }
}
