// SPDX-License-Identifier: Apache-2.0

import CCurl

/// What a transfer is for: the options of its handle, and what becomes of what arrives.
///
/// After the transfer's start, only the thread of the transfers calls it.
protocol Exchange: AnyObject, Sendable {
    /// Sets the options of a new handle.
    func prepare(_ handle: CurlHandle) throws(TransferError)

    /// Returns whether a connection to the address may be opened: `nil` if it is no IP address.
    func allows(_ address: IPAddress?) -> Bool

    /// Called when the connection is ready for what is sent. Returns whether to go on.
    func begin() -> Bool

    /// Fills the buffer with what comes next of an upload, and returns the number of bytes, 0 at its end.
    func provideUpload(into buffer: UnsafeMutableRawBufferPointer) -> Int

    /// Takes a line that the server sends before or besides a body. Returns whether to go on.
    func takeHead(_ line: UnsafeRawBufferPointer) -> Bool

    /// Takes a part of a response's body. Returns whether to go on.
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool

    /// Whether nothing more is waited for.
    var isAnswered: Bool { get }

    /// Called once, at the end, whether the transfer started or not.
    func end(_ ending: TransferEnding)
}

extension Exchange {
    func begin() -> Bool { true }
    func provideUpload(into buffer: UnsafeMutableRawBufferPointer) -> Int { 0 }
    func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool { true }
    var isAnswered: Bool { false }
}

/// How a transfer ended.
enum TransferEnding {
    /// libcurl is done, successfully or not. The handle is there during the call only.
    case finished(CurlHandle, CURLcode)
    case failed(TransferError)
}
