// SPDX-License-Identifier: Apache-2.0

import CommandLine
import IdentityModel
import POSIX
import PasswordHashing

extension BenchUser {
    /// The same for all, so that it is hashed once for a million users. To the server, each is another user's.
    static let password = "the password of a benchmark user"

    /// Returns the hash that the database gets, of the default cost.
    static func hashedPassword() async throws(CommandFailure) -> PasswordHashText {
        try await HashSample().stored
    }
}

/// A password and its hash, which is computed on a thread of its own.
struct HashSample: Sendable {
    private let pool: HashingPool
    private let hash: PasswordHash

    init() async throws(CommandFailure) {
        pool = HashingPool(threads: 1)
        do {
            hash = try await pool.hash(try NewPassword(BenchUser.password), cost: .standard)
        } catch {
            throw .failed("The users' password can't be hashed: \(error)")
        }
    }

    var stored: PasswordHashText { PasswordHashText(hash.text) }

    /// Verifies the password, and returns the CPU time of that in microseconds; `nil` if it fails.
    func measure() async -> Double? {
        do {
            let start = try await pool.run { CryptoFloor.threadTime }
            let isRight = try await pool.verify(BenchUser.password, against: hash)
            let end = try await pool.run { CryptoFloor.threadTime }
            return isRight ? end - start : nil
        } catch {
            return nil
        }
    }
}
