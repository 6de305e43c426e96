// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The number of files and sockets that the process may have open.
package struct DescriptorLimit: Hashable, Sendable {
    package let count: Int

    package init(count: Int) {
        self.count = count
    }

    /// Raises the limit as far as the system allows.
    package static func raise() -> DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return DescriptorLimit(count: 256) }
        let wanted = min(limit.rlim_max, maximum)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(count: Int(clamping: limit.rlim_cur))
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        /// Enough for the largest connection limit and everything else.
        private static let maximum: rlim_t = 65_536
    #else
        private static let resource = RLIMIT_NOFILE
        /// `OPEN_MAX`: macOS refuses more.
        private static let maximum: rlim_t = 10_240
    #endif
}
