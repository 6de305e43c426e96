// SPDX-License-Identifier: Apache-2.0

import POSIX

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The CPU time and memory of a process, as Linux accounts for them. Not available on other systems.
package struct ProcessAccount: Sendable {
    /// CPU time since the process started, in seconds.
    package struct Times: Sendable {
        /// User and system time, with a resolution of nanoseconds.
        package var total: Double
        /// System time, with a resolution of one clock tick (10 ms).
        package var system: Double
    }

    private let process: Int32

    package init(of process: Int32) {
        self.process = process
    }

    package var times: Times? {
        #if os(Linux)
            var clock = clockid_t()
            var time = timespec()
            guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0,
                let text = Self.text(of: "/proc/\(process)/stat")
            else { return nil }
            // The name in parentheses may contain spaces; system time is the 13th field after it.
            let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
            let ticks = fields.count > 13 ? Double(fields[13]) ?? 0 : 0
            return Times(
                total: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9,
                system: ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
        #else
            return nil
        #endif
    }

    /// In bytes.
    package var residentMemory: Int? {
        let line = Self.text(of: "/proc/\(process)/status")?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line?.split { $0 == " " || $0 == "\t" }.dropFirst().first.flatMap { Int($0) }.map { $0 * 1024 }
    }

    /// The number of open descriptors, not including the one that counts them.
    package var descriptorCount: Int? {
        #if os(Linux)
            guard let folder = opendir("/proc/\(process)/fd") else { return nil }
            defer { closedir(folder) }
            var count = -1
            while let entry = readdir(folder) {
                // Names are numbers, beside "." and "..".
                if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
            }
            return count
        #else
            return nil
        #endif
    }

    /// Returns the process that listens on a local TCP port, or `nil` if this user may not inspect it.
    package static func listening(on port: UInt16) -> Int32? {
        let sockets = Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap { listeners(in: $0, port: port) })
        guard !sockets.isEmpty else { return nil }
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let process = Int32(name) else { continue }
            let folder = "/proc/\(name)/fd/"
            for descriptor in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
                guard let target = try? files.destinationOfSymbolicLink(atPath: folder + descriptor),
                    sockets.contains(target)
                else { continue }
                return process
            }
        }
        return nil
    }

    /// Returns the link targets that identify sockets listening on the port.
    private static func listeners(in table: String, port: UInt16) -> [String] {
        (text(of: table) ?? "").split(separator: "\n").dropFirst().compactMap { line in
            let fields = line.split(separator: " ")
            // 0A is the state LISTEN. Addresses are hexadecimal; the tenth field is the inode of the socket.
            guard fields.count > 9, fields[3] == "0A",
                fields[1].split(separator: ":").last.flatMap({ UInt16($0, radix: 16) }) == port
            else { return nil }
            return "socket:[\(fields[9])]"
        }
    }

    /// Reads a file to its end, because files in /proc report no size.
    private static func text(of path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while true {
            let some = Files.readSome(65_536, from: descriptor)
            guard !some.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
            bytes += some
        }
    }
}
