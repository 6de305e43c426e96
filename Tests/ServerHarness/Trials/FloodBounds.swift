// SPDX-License-Identifier: Apache-2.0

/// The growth that a flood may cause, compared with the same server after a tenth of the flood.
package struct FloodBounds: Sendable {
    package enum Phase: Sendable {
        /// Challenges write nothing.
        case challenges
        /// Each rejected response leaves one row until its session expires.
        case rejections
        /// The expired rows have been removed, and the file has shrunk.
        case expiry
    }

    package let start: Flood.Measurement
    private let count: Int

    private static let memoryGrowth = 8 << 20
    /// Measured: 44 bytes of the file for each rejected response.
    private static let bytesPerRejection = 100
    /// About 1 MB of unused pages stays in the file on purpose (`SQLiteSettings.unusedPages`).
    private static let unusedBytes = 2 << 20

    /// - Parameter count: the number of requests of each kind.
    package init(start: Flood.Measurement, count: Int) {
        self.start = start
        self.count = count
    }

    /// Returns a description of each value that exceeds its bound.
    package func violations(in measurement: Flood.Measurement, after phase: Phase) -> [String] {
        let database =
            switch phase {
            case .challenges, .expiry: start.databaseSize + Self.unusedBytes
            case .rejections: start.databaseSize + Self.unusedBytes + count * Self.bytesPerRejection
            }
        let memory = start.residentMemory + Self.memoryGrowth
        return [("memory", measurement.residentMemory, memory), ("database", measurement.databaseSize, database)]
            .filter { _, size, bound in size > bound }
            .map { name, size, bound in "\(name): \(size) bytes where \(bound) are allowed" }
    }
}
