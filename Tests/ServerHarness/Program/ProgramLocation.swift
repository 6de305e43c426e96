// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The location of the built program, from the environment or beside the running tests.
package enum ProgramLocation {
    static let variable = "THUMBTURN_PROGRAM"

    /// - Parameter name: One of the package's programs. The environment can name another `thumbturn`.
    package static func find(_ name: String = "thumbturn") throws(ProgramFailure) -> String {
        if name == "thumbturn", let path = ProcessInfo.processInfo.environment[variable] { return path }
        // Foundation leaks when it lists all bundles on Linux, where the tests' own executable is beside the program.
        let besideMain = [Bundle.main.executableURL?.deletingLastPathComponent(), Bundle.main.bundleURL]
        if let path = executable(name, in: besideMain) { return path }
        let besideOthers = Bundle.allBundles.map { $0.bundleURL.deletingLastPathComponent() }
        if let path = executable(name, in: besideOthers) { return path }
        throw .programMissing(
            "\(name) is not in any of \((besideMain + besideOthers).compactMap { $0?.path }). Build it, or set "
                + "\(variable) to the path of thumbturn.")
    }

    private static func executable(_ name: String, in folders: [URL?]) -> String? {
        folders.compactMap { $0?.appending(path: name).path }
            .first(where: FileManager.default.isExecutableFile(atPath:))
    }
}

/// A server that failed to start or to exit.
package enum ProgramFailure: Error, CustomStringConvertible {
    case programMissing(String)
    case notSpawned(String)
    /// The server exited or logged nothing before it was ready.
    case notReady(ProgramExit?, output: [String])
    case notExiting

    package var description: String {
        switch self {
        case .programMissing(let text), .notSpawned(let text): text
        case .notReady(let exit, let output):
            "The server is not ready (\(exit.map { "\($0)" } ?? "still running")). Its output:\n"
                + output.joined(separator: "\n")
        case .notExiting: "The server does not exit."
        }
    }
}

/// The exit of a process and the CPU time it used.
package struct ProgramExit: Hashable, Sendable {
    /// `nil` if a signal ended the process.
    package let status: Int32?
    package let signal: Int32?
    /// The user and system time in seconds.
    package let processorTime: Double
}
