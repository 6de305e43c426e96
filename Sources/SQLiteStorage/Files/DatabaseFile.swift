// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

/// The file of a database.
struct DatabaseFile {
    let path: String

    /// Creates the file if it doesn't exist, and restricts it to its owner. SQLite copies the mode to its auxiliary
    /// files.
    ///
    /// An existing file is not opened. Closing it would release the process's locks on it, because POSIX record locks
    /// are released with the first closed descriptor.
    func prepare() throws(StorageError) {
        try checkDirectory()
        _ = try make()
        for file in [path, path + "-wal", path + "-shm"] {
            guard chmod(file, 0o600) == 0 || errno == ENOENT || errno == EROFS || errno == EPERM else {
                throw Self.failure("The mode of \(file) cannot be set")
            }
            guard let mode = Self.mode(of: file) else { continue }
            guard mode & 0o077 == 0 else {
                throw .unavailable(reason: "Others than its owner may use \(file): chmod 600 \(file)")
            }
        }
    }

    /// Creates an empty file that only its owner can access. Returns `false` if a file exists.
    func make() throws(StorageError) -> Bool {
        let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else { throw Self.failure("The file \(path) cannot be made") }
            return false
        }
        // The umask may have removed rights of the owner.
        fchmod(descriptor, 0o600)
        close(descriptor)
        return true
    }

    func remove() {
        unlink(path)
    }

    var exists: Bool { access(path, F_OK) == 0 }

    /// Renames the file durably.
    func rename(to newPath: String) throws(StorageError) {
        let text = "\(path) cannot be renamed to \(newPath)"
        guard POSIX.rename(path, newPath) == 0 else { throw Self.failure(text) }
        let directory = open(Self.directory(of: newPath), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { throw Self.failure(text) }
        defer { close(directory) }
        guard fsync(directory) == 0 else { throw Self.failure(text) }
    }

    private func checkDirectory() throws(StorageError) {
        let directory = Self.directory(of: path)
        guard let mode = Self.mode(of: directory) else {
            throw Self.failure("The directory \(directory) cannot be used")
        }
        guard mode & S_IFMT == S_IFDIR else { throw .unavailable(reason: "\(directory) is not a directory.") }
        // Anyone who can write to the directory can replace the database, unless the sticky bit is set.
        guard mode & 0o002 == 0 || mode & 0o1000 != 0 else {
            throw .unavailable(reason: "Everybody may write to the directory \(directory): chmod o-w \(directory)")
        }
    }

    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private static func failure(_ text: String) -> StorageError {
        .unavailable(reason: "\(text): \(systemErrorText(errno)).")
    }

    private static func mode(of path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode : nil
    }
}
