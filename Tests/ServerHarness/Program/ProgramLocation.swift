// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The location of the built program: in the environment, or beside the running tests.
package enum ProgramLocation {
    static let variable = "THUMBTURN_PROGRAM"

    package static func find() throws(ProgramFailure) -> String {
        if let path = ProcessInfo.processInfo.environment[variable] { return path }
        // Listing all bundles leaks in Foundation on Linux, where the tests' own executable stands beside the program.
        let besideMain = [Bundle.main.executableURL?.deletingLastPathComponent(), Bundle.main.bundleURL]
        if let path = executable(in: besideMain) { return path }
        let besideOthers = Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        if let path = executable(in: besideOthers) { return path }
        throw .programMissing(
            "thumbturn is in none of \((besideMain + besideOthers).compactMap { $0?.path }). Build it, or name its path in "
                + "\(variable).")
    }

    private static func executable(in folders: [URL?]) -> String? {
        folders.compactMap { $0?.appending(path: "thumbturn").path }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }
}

/// A server that failed to start or to end.
package enum ProgramFailure: Error, CustomStringConvertible {
    case programMissing(String)
    case notSpawned(String)
    /// The server ended or stayed silent before it was ready.
    case notReady(ProgramEnd?, output: [String])
    case notEnding

    package var description: String {
        switch self {
        case .programMissing(let text), .notSpawned(let text): text
        case .notReady(let end, let output):
            "The server is not ready (\(end.map { "\($0)" } ?? "it still runs")). Its output:\n"
                + output.joined(separator: "\n")
        case .notEnding: "The server does not end."
        }
    }
}

/// The exit of a process and the CPU time it used.
package struct ProgramEnd: Hashable, Sendable {
    /// `nil` if a signal ended it.
    package let status: Int32?
    package let signal: Int32?
    /// The user and system time in seconds.
    package let processorTime: Double
}
