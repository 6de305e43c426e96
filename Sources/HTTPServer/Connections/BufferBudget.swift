// SPDX-License-Identifier: Apache-2.0

import POSIX

/// The budget of request bytes in memory, in total and per network.
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

    /// Reserves bytes, or releases them if the count is negative. Returns `false` and changes nothing if they exceed
    /// the budget.
    /// - Parameter network: the network to charge, or `nil` for a peer without a limit, such as a reverse proxy.
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

/// A counter per key. Keys whose count is zero take no memory.
package struct Tally<Key: Hashable & Sendable>: Sendable {
    private var counts: [Key: Int] = [:]

    package init() {}

    package var isEmpty: Bool { counts.isEmpty }

    package subscript(key: Key) -> Int {
        get { counts[key, default: 0] }
        set { counts[key] = newValue == 0 ? nil : newValue }
    }
}
