// SPDX-License-Identifier: Apache-2.0

import CommandLine
import POSIX

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Checks of files and folders before they are used.
enum FileAccess {
    static func canRead(_ path: String) -> Bool {
        kind(of: path) == .file && FileManager.default.isReadableFile(atPath: path)
    }

    /// The path from the root, by which other terminals find it.
    static func absolutePath(of path: String) -> String { URL(filePath: path).standardizedFileURL.path }

    /// Returns why a folder can't be used or created, or `nil` if it can.
    static func problem(ofFolder path: String) -> String? {
        switch kind(of: path) {
        case .folder: isUsable(path) ? nil : "\(path) can't be used: this user can't read and write it."
        case .file: "\(path) is a file."
        case .hidden(let reason): "\(path) can't be used: \(reason)."
        case .nothing: problem(ofParent: parent(of: path))
        }
    }

    private static func problem(ofParent parent: String) -> String? {
        switch kind(of: parent) {
        case .folder: isUsable(parent) ? nil : "The parent folder \(parent) can't be written."
        case .hidden(let reason): "The parent folder \(parent) can't be used: \(reason)."
        case .file, .nothing: "The parent folder \(parent) does not exist or is not a folder."
        }
    }

    private enum Kind: Hashable {
        case nothing
        case file
        case folder
        /// A parent folder can't be entered, or the path is invalid in another way.
        case hidden(reason: String)
    }

    /// Returns what a path leads to. Follows symbolic links.
    private static func kind(of path: String) -> Kind {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == ENOENT || errno == ENOTDIR ? .nothing : .hidden(reason: PrivateFile.systemText())
        }
        return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
    }

    private static func isUsable(_ folder: String) -> Bool { access(folder, R_OK | W_OK | X_OK) == 0 }

    static func parent(of path: String) -> String {
        let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }
}

/// The folder with the master key and, by default, the database and its lock.
enum DataFolder {
    /// Creates the folder for its owner only, unless it exists.
    static func create(_ path: String) throws(CommandFailure) {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw .failed("The folder \(path) can't be created: \(PrivateFile.systemText()).")
        }
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .failed("\(path) is not a folder. Choose another one with --data.")
        }
        // Anyone who can write to the folder can replace the key, unless the sticky bit is set.
        guard status.st_mode & 0o002 == 0 || status.st_mode & 0o1000 != 0 else {
            throw .failed(
                "All users can write to the folder \(path), and could replace the master key. Run chmod o-w \(path)")
        }
    }
}
