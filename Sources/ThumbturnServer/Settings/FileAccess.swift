// SPDX-License-Identifier: Apache-2.0

import POSIX

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What may be done with files, before anything is done with them.
enum FileAccess {
    static func canRead(_ path: String) -> Bool {
        kind(of: path) == .file && FileManager.default.isReadableFile(atPath: path)
    }

    /// What keeps a folder from being used or made; `nil` if nothing does.
    static func problem(ofFolder path: String) -> String? {
        switch kind(of: path) {
        case .folder: isUsable(path) ? nil : "\(path) can't be used: this user may not read and write it."
        case .file: "\(path) is a file."
        case .hidden(let reason): "\(path) can't be used: \(reason)."
        case .nothing: problem(ofParent: parent(of: path))
        }
    }

    private static func problem(ofParent parent: String) -> String? {
        switch kind(of: parent) {
        case .folder: isUsable(parent) ? nil : "\(parent), which is to hold it, can't be written."
        case .hidden(let reason): "\(parent), which is to hold it, can't be used: \(reason)."
        case .file, .nothing: "\(parent), which is to hold it, is no folder."
        }
    }

    private enum Kind: Hashable {
        case nothing
        case file
        case folder
        /// A folder on the way there may not be entered, or something else is wrong with the path.
        case hidden(reason: String)
    }

    /// What a path leads to, through links, as whoever opens it goes.
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
