// SPDX-License-Identifier: Apache-2.0

import POSIX

/// How many files and sockets the process may have open at once.
package struct DescriptorLimit: Hashable, Sendable {
    package let count: Int

    package init(count: Int) {
        self.count = count
    }

    /// Raises the limit as far as the system lets a process do it by itself.
    package static func raise() -> DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return DescriptorLimit(count: 256) }
        let wanted = min(limit.rlim_max, most)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(count: Int(clamping: limit.rlim_cur))
    }

    /// How many connections there is room for, beside the database, the log, loops, and sockets that are being closed.
    package var connections: Int {
        min(10_000, max(count - 160, count / 2))
    }

    /// How many of them one IPv4 address, or one /64 of IPv6, may have.
    package var connectionsPerPeer: Int {
        min(256, max(16, connections / 8))
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        /// More connections than are accepted, and all else.
        private static let most: rlim_t = 65_536
    #else
        private static let resource = RLIMIT_NOFILE
        /// `OPEN_MAX`: macOS refuses more.
        private static let most: rlim_t = 10_240
    #endif
}
