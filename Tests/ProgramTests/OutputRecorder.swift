// SPDX-License-Identifier: Apache-2.0

import Foundation
import ThumbturnServer

/// Records everything that a command writes to its console.
final class OutputRecorder: @unchecked Sendable {
    private let lock = NSLock()
    private var output = ""

    var text: String { lock.withLock { output } }

    /// A console without input that writes to this recorder.
    var console: Console {
        Console(write: { self.append($0) }, writeError: { self.append($0) }, readSome: { _ in [] })
    }

    private func append(_ text: String) { lock.withLock { output += text } }
}
