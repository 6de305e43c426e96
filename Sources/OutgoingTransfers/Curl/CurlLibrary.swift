// SPDX-License-Identifier: Apache-2.0

import CCurl
import POSIX

/// The functions of libcurl, which is loaded when they are first used.
///
/// A program that is linked to libcurl loads it with 25 other libraries at every start, which takes 4 MB of memory.
final class CurlLibrary: @unchecked Sendable {
    #if canImport(Darwin)
        private static let names = ["libcurl.4.dylib"]
    #else
        private static let names = ["libcurl.so.4"]
    #endif

    private static let loading = Locked<CurlLibrary?>(nil)

    // The functions stay where they are, because each call passes their address.
    let functions: UnsafePointer<thumbturn_curl>

    private init(_ functions: UnsafePointer<thumbturn_curl>) {
        self.functions = functions
    }

    /// Returns the library of this process, and loads it if it is not. Once loaded it stays.
    static func load() throws(TransferError) -> CurlLibrary {
        do {
            return try loading.withLock { loaded in
                if let loaded { return loaded }
                let library = try open()
                loaded = library
                return library
            }
        } catch let error as TransferError {
            throw error
        } catch {
            throw .libraryUnavailable(reason: "\(error)")
        }
    }

    private static func open() throws(TransferError) -> CurlLibrary {
        let functions = UnsafeMutablePointer<thumbturn_curl>.allocate(capacity: 1)
        functions.initialize(to: thumbturn_curl())
        guard names.contains(where: { thumbturn_curl_load(functions, $0) == 0 }) else {
            functions.deallocate()
            throw .libraryUnavailable(reason: dlerror().map { String(cString: $0) } ?? "libcurl is missing")
        }
        guard thumbturn_curl_is_recent(functions) == 1 else {
            functions.deallocate()
            throw .libraryUnavailable(reason: "libcurl is older than 7.87")
        }
        // Everything (`CURL_GLOBAL_ALL`). It is not thread-safe in every build of libcurl, so it runs in the lock.
        guard functions.pointee.global_init(3) == CURLE_OK else {
            functions.deallocate()
            throw .libraryUnavailable(reason: "libcurl can't be initialized")
        }
        return CurlLibrary(UnsafePointer(functions))
    }
}
