// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A file that only its owner can read. It is complete or absent, and never behind a symbolic link.
struct PrivateFile {
    let path: String

    /// Why the file could not be read or created. The description completes a sentence.
    enum Failure: Error, Hashable, CustomStringConvertible {
        case isLink
        case isNotFile
        case isReadableByOthers
        case isTooLong
        case system(String)

        var description: String {
            switch self {
            case .isLink: "it is a symbolic link"
            case .isNotFile: "it is not a file"
            case .isReadableByOthers: "other users can access it"
            case .isTooLong: "it is too long"
            case .system(let text): text
            }
        }
    }

    /// Returns the contents, or `nil` if there is no file.
    func read(upTo limit: Int) throws(Failure) -> [UInt8]? {
        // Opening a pipe must not block.
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
        guard status.st_mode & S_IFMT == S_IFREG else { throw .isNotFile }
        guard status.st_mode & 0o077 == 0 else { throw .isReadableByOthers }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        let count = bytes.withUnsafeMutableBytes { posixRead(descriptor, into: $0) }
        guard count >= 0 else { throw .system(Self.systemText()) }
        guard count <= limit else { throw .isTooLong }
        return Array(bytes.prefix(count))
    }

    /// Creates the file durably. Returns `false` if something exists at the path.
    ///
    /// The file is written under another name and linked into its place. Readers find all of it or nothing, and of two
    /// concurrent writers one succeeds.
    func create(_ bytes: [UInt8], suffix: String) throws(Failure) -> Bool {
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

    /// Writes the file durably, in place of what is there. Readers find the former contents or the new ones.
    func replace(_ bytes: [UInt8], suffix: String) throws(Failure) {
        let draft = "\(path).\(suffix)"
        // A process that ended may have left one.
        unlink(draft)
        try Self.write(bytes, to: draft)
        guard rename(draft, path) == 0 else {
            let text = Self.systemText()
            unlink(draft)
            throw .system(text)
        }
        try Self.sync(folder: FileAccess.parent(of: path))
    }

    /// Syncs the entries of a folder to disk.
    static func sync(folder: String) throws(Failure) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(systemText()) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .system(systemText()) }
    }

    /// The system's message for the last failed call.
    static func systemText() -> String {
        systemErrorText(errno)
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(systemText()) }
        defer { close(descriptor) }
        // The umask may have removed rights of the owner.
        guard fchmod(descriptor, 0o600) == 0, bytes.withUnsafeBytes({ posixWrite($0, to: descriptor) }) == bytes.count,
            fsync(descriptor) == 0
        else {
            let text = systemText()
            unlink(path)
            throw .system(text)
        }
    }
}
