// SPDX-License-Identifier: Apache-2.0

/// What a hash of the server's own costs. It is part of the configuration and not measured: instances of different
/// sizes would rehash each other's hashes.
package struct HashCost: Hashable, Sendable {
    package static let memoryBoundsKiB = 8...1_048_576
    package static let passesBounds = 1...10

    /// OWASP's recommendation for argon2id.
    package static let standard = HashCost(validMemoryKiB: 19_456, passes: 2)

    package let memoryKiB: Int
    package let passes: Int

    /// Returns `nil` unless both numbers are within their bounds.
    package init?(memoryKiB: Int, passes: Int) {
        guard Self.memoryBoundsKiB.contains(memoryKiB), Self.passesBounds.contains(passes) else { return nil }
        self.init(validMemoryKiB: memoryKiB, passes: passes)
    }

    private init(validMemoryKiB memoryKiB: Int, passes: Int) {
        self.memoryKiB = memoryKiB
        self.passes = passes
    }
}
