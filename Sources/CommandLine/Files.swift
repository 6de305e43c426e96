// SPDX-License-Identifier: Apache-2.0

import POSIX

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Access to the files that a command line names.
package enum Files {
    /// The line that says as which user the command reads, for messages about files that this user can't use. Empty if
    /// it is the one who ran it.
    package static var hint: String { actingUser.withLock { $0.map { "\n\($0)" } ?? "" } }

    private static let actingUser = Locked<String?>(nil)

    /// Sets what ``hint`` says, once a command has become another user.
    package static func setHint(_ text: String) { actingUser.withLock { $0 = text } }

    package static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .malformed("\(path) can't be read. Check the path and its permissions.\(hint)")
        }
        return [UInt8](data)
    }

    package static func readText(_ path: String) throws(CommandFailure) -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw .malformed("\(path) is not UTF-8 text.")
        }
        return text
    }

    /// Reads at most `count` bytes. Returns no bytes at the end of the file or on an error.
    package static func readSome(_ count: Int, from descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result = posixRead(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            while result < 0, errno == EINTR {
                result = posixRead(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            }
            filled = max(0, result)
        }
    }

    /// Returns the sorted paths of all JSON files in a folder.
    package static func jsonFiles(in folder: String) throws(CommandFailure) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .malformed("The folder \(folder) can't be read. Check the path and its permissions.")
        }
        return names.filter { $0.hasSuffix(".json") }.sorted().map { folder + "/" + $0 }
    }
}
