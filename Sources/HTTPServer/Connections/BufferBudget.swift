// SPDX-License-Identifier: Apache-2.0

import POSIX

/// How many bytes of requests are kept in memory, altogether and from each network.
final class BufferBudget: Sendable {
    private struct Use: Sendable {
        var total = 0
        var perNetwork = Tally<ArraySlice<UInt8>>()
    }

    private let limit: Int
    private let limitPerNetwork: Int
    private let use = Locked(Use())

    init(limit: Int, limitPerNetwork: Int) {
        self.limit = limit
        self.limitPerNetwork = limitPerNetwork
    }

    var total: Int { use.withLock { $0.total } }

    /// Sets aside as many bytes, or gives back what was taken where the count is negative; false, and nothing changes,
    /// where they do not fit.
    /// - Parameter network: what to count them under, or nil for a peer that shares its connections, such as a proxy.
    func take(_ count: Int, for network: ArraySlice<UInt8>?) -> Bool {
        use.withLock { use in
            guard use.total + count <= limit else { return false }
            if let network {
                guard use.perNetwork[network] + count <= limitPerNetwork else { return false }
                use.perNetwork[network] += count
            }
            use.total += count
            return true
        }
    }
}
