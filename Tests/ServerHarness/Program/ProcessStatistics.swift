// SPDX-License-Identifier: Apache-2.0

import Foundation
import POSIX

/// The statistics of a process on Linux (proc(5)). There are none on other systems.
package struct ProcessStatistics: Sendable {
    /// In bytes.
    package let residentMemory: Int
    package let threads: Int
    /// The user and system time in seconds.
    package let processorTime: Double

    package init?(of process: Int32) {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8),
            let times = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let memory = Self.number("VmRSS", in: status), let threads = Self.number("Threads", in: status)
        else { return nil }
        residentMemory = memory * 1024
        self.threads = threads
        // The name in parentheses may contain spaces. The user and system times are the 12th and 13th fields after it.
        let fields = times[(times.lastIndex(of: ")") ?? times.startIndex)...].split(separator: " ")
        let ticks = fields.dropFirst(12).prefix(2).compactMap { Double($0) }.reduce(0, +)
        processorTime = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func number(_ name: String, in status: String) -> Int? {
        let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }
    }
}
