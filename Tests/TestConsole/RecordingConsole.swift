// SPDX-License-Identifier: Apache-2.0

package import CommandLine
package import Foundation
import POSIX

/// A console that records what a command writes.
package final class RecordingConsole: Sendable {
    private let output = Locked("")
    private let errors = Locked("")
    private let input: Locked<ArraySlice<UInt8>>
    private let isInteractive: Bool
    private let hasColors: Bool

    package init(input: String = "", isInteractive: Bool = false, hasColors: Bool = false) {
        self.hasColors = hasColors
        self.input = Locked(Array(input.utf8)[...])
        self.isInteractive = isInteractive
    }

    package var written: String { output.withLock { $0 } }
    package var writtenErrors: String { errors.withLock { $0 } }
    package var lines: [String] { written.split(separator: "\n").map(String.init) }

    /// Runs a command line of a program, and returns its exit status.
    package func run(
        _ words: [String], of interface: CommandLineInterface, environment: [String: String] = [:]
    ) async -> ExitStatus {
        var console = Console(
            write: { text in self.output.withLock { $0 += text } },
            writeError: { text in self.errors.withLock { $0 += text } },
            readSome: { count in
                self.input.withLock { input in
                    defer { input = input.dropFirst(count) }
                    return Array(input.prefix(count))
                }
            })
        console.isInteractive = isInteractive
        console.hasColors = hasColors
        return await interface.run(words, environment: environment, console: console)
    }
}

/// The paths of the checkout.
package enum Checkout {
    package static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    package static let derivedVectors = root.appending(path: "Tests/Vectors/derived").path

    /// The folder with third-party vectors, if the environment names one.
    package static let otherVectors = ProcessInfo.processInfo.environment["THUMBTURN_VECTORS"].flatMap {
        $0.isEmpty ? nil : $0
    }
}

extension String {
    /// The members of a JSON object, empty if the text is not one.
    package var jsonObject: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(utf8))) as? [String: Any] ?? [:]
    }
}
