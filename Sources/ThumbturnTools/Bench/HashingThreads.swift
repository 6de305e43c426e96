// SPDX-License-Identifier: Apache-2.0

import CommandLine
import POSIX

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The threads of a server that hash passwords. The server gives them a lower priority than its others, by which
/// Linux's account of threads tells them apart. Other systems have none.
package struct HashingThreads: Sendable {
    /// How many there are. They start when the first passwords come.
    package let count: Int
    /// The CPU time of all, in seconds.
    package let time: Double

    package init?(of process: Int32) {
        let folder = "/proc/\(process)/task/"
        guard let threads = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
        let times = threads.compactMap { Self.time(ofThreadAt: folder + $0) }
        count = times.count
        time = times.reduce(0, +)
    }

    /// Returns the CPU time of a thread in seconds, if it has the nice value of `HashingPool`. Some threads of libdispatch
    /// have another one.
    private static func time(ofThreadAt folder: String) -> Double? {
        guard let status = try? Files.readText(folder + "/stat") else { return nil }
        let values = status[(status.lastIndex(of: ")") ?? status.startIndex)...].split(separator: " ")
        // The name in parentheses may contain spaces. Behind it are, among others, user and system time as the 12th and
        // the 13th, in ticks of 10 ms, and the nice value as the 17th (proc(5)).
        guard values.count > 17, values[17] == "10" else { return nil }
        // In nanoseconds, where the system keeps it.
        let exact = (try? Files.readText(folder + "/schedstat"))?.split(separator: " ").first.flatMap { Double($0) }
        if let exact, exact > 0 { return exact / 1e9 }
        return values[12...13].compactMap { Double($0) }.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
