// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What may be done with files, before anything is done with them.
enum FileAccess {
    static func canRead(_ path: String) -> Bool {
        isFolder(path) == false && FileManager.default.isReadableFile(atPath: path)
    }

    /// What keeps a folder from being used or made; `nil` if nothing does.
    static func problem(ofFolder path: String) -> String? {
        if let isFolder = isFolder(path) {
            guard isFolder else { return "\(path) is a file." }
            return FileManager.default.isWritableFile(atPath: path) ? nil : "\(path) can't be written."
        }
        let parent = parent(of: path)
        guard isFolder(parent) == true else { return "\(parent), which is to hold it, is no folder." }
        let isWritable = FileManager.default.isWritableFile(atPath: parent)
        return isWritable ? nil : "\(parent), which is to hold it, can't be written."
    }

    /// `nil` where there is nothing.
    private static func isFolder(_ path: String) -> Bool? {
        // Both go through links, as whoever opens the path does.
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return FileManager.default.fileExists(atPath: path + "/.")
    }

    static func parent(of path: String) -> String {
        let trimmed = path.hasSuffix("/") ? path.dropLast() : path[...]
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }
}
