// SPDX-License-Identifier: Apache-2.0

import POSIX

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files that a command line names.
enum Files {
    /// A file's bytes.
    static func read(_ path: String) throws(CommandFailure) -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw .malformed("\(path) cannot be read. Is the path right, and may you read it?")
        }
        return [UInt8](data)
    }

    /// A file's text.
    static func readText(_ path: String) throws(CommandFailure) -> String {
        guard let text = String(validating: try read(path), as: UTF8.self) else {
            throw .malformed("\(path) is not UTF-8 text.")
        }
        return text
    }

    /// At most so many bytes from a descriptor; none at its end, or where nothing can be read any more.
    static func readSome(_ count: Int, from descriptor: Int32) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result = posixRead(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            while result < 0, errno == EINTR {
                result = posixRead(descriptor, into: UnsafeMutableRawBufferPointer(buffer))
            }
            filled = max(0, result)
        }
    }

    /// The paths of all JSON files in a folder, sorted.
    static func jsonFiles(in folder: String) throws(CommandFailure) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .malformed("\(folder) is not a folder that can be read.")
        }
        return names.filter { $0.hasSuffix(".json") }.sorted().map { folder + "/" + $0 }
    }
}
