// SPDX-License-Identifier: Apache-2.0

/// How much a flood may leave behind, compared with a server that has already had a tenth of it.
package struct FloodBounds: Sendable {
    package enum Moment: Sendable {
        /// Challenges write nothing.
        case challenges
        /// Each refused answer leaves one row until its session expires.
        case refusals
        /// The rows are gone, and the file has become shorter again.
        case expiry
    }

    package let start: Flood.Mark
    private let count: Int

    private static let memoryGrowth = 8 << 20
    /// Measured: 44 bytes of the file for each refused answer.
    private static let bytesPerRefusal = 100
    /// About 1 MB of unused pages stays in the file on purpose (`SQLiteSettings.unusedPages`).
    private static let unusedBytes = 2 << 20

    /// Starts from what is occupied before a flood of this many requests of each kind.
    package init(start: Flood.Mark, count: Int) {
        self.start = start
        self.count = count
    }

    /// What exceeds its bound, in words.
    package func excess(of mark: Flood.Mark, allowing moment: Moment) -> [String] {
        let database =
            switch moment {
            case .challenges, .expiry: start.databaseSize + Self.unusedBytes
            case .refusals: start.databaseSize + Self.unusedBytes + count * Self.bytesPerRefusal
            }
        let memory = start.residentMemory + Self.memoryGrowth
        return [("memory", mark.residentMemory, memory), ("database", mark.databaseSize, database)]
            .filter { _, size, bound in size > bound }
            .map { name, size, bound in "\(name): \(size) bytes where \(bound) are allowed" }
    }
}
