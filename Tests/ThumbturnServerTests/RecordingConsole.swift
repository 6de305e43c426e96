// SPDX-License-Identifier: Apache-2.0

import Foundation
import ThumbturnServer

/// A console that keeps what a command writes.
final class RecordingConsole: @unchecked Sendable {
    private let lock = NSLock()
    private var output = ""
    private var errors = ""
    private var input: ArraySlice<UInt8>

    init(input: String = "") {
        self.input = Array(input.utf8)[...]
    }

    var written: String { lock.withLock { output } }
    var writtenErrors: String { lock.withLock { errors } }
    var lines: [String] { written.split(separator: "\n").map(String.init) }

    /// Runs a command line and returns its exit status.
    func run(_ words: String...) async -> ExitStatus { await run(words) }

    func run(_ words: [String], environment: [String: String] = [:]) async -> ExitStatus {
        let console = Console(
            write: { text in self.lock.withLock { self.output += text } },
            writeError: { text in self.lock.withLock { self.errors += text } },
            readSome: { count in
                self.lock.withLock {
                    defer { self.input = self.input.dropFirst(count) }
                    return Array(self.input.prefix(count))
                }
            })
        return await CommandLineInterface.run(words, environment: environment, console: console)
    }
}

/// Paths of the checkout.
enum Checkout {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static let derivedVectors = root.appending(path: "Tests/Vectors/derived").path

    /// The folder with vectors of others, if the environment names one.
    static let otherVectors = ProcessInfo.processInfo.environment["THUMBTURN_VECTORS"].flatMap { $0.isEmpty ? nil : $0 }
}

extension String {
    /// One line of output as a dictionary.
    var jsonObject: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(utf8))) as? [String: Any] ?? [:]
    }
}
