// SPDX-License-Identifier: Apache-2.0

import PasswordHashing
import TestLimits
import Testing

@Suite(.turnLimit)
struct PasswordVectorTests {
    private static let pool = HashingPool(waitingPerThread: 1000)

    @Test func `there are vectors of both kinds`() {
        #expect(PasswordVector.matching.count > 60)
        #expect(PasswordVector.all.count > PasswordVector.matching.count)
    }

    @Test(arguments: PasswordVector.matching)
    func `a hash of another system matches its password and no other`(vector: PasswordVector) async throws {
        let hash = try vector.read()
        #expect(try await Self.pool.verify(vector.password, against: hash))
        #expect(try await !Self.pool.verify("x" + vector.password, against: hash))
    }

    @Test(arguments: PasswordVector.all.filter { !$0.isMatch })
    func `a hash that takes too much time or memory is rejected without computing it`(vector: PasswordVector) {
        let rejection = #expect(throws: PasswordHashRejection.self) { try vector.read() }
        guard case .outOfBounds = rejection else { return #expect(rejection == .outOfBounds("")) }
    }

    @Test(arguments: PasswordVector.matching)
    func `a stored hash is read as the same value`(vector: PasswordVector) throws {
        let hash = try vector.read()
        #expect(try PasswordHash(stored: hash.text) == hash)
    }

    @Test(arguments: PasswordVector.matching)
    func `a weak hash matches after it is wrapped and stored`(vector: PasswordVector) async throws {
        let hash = try vector.read()
        guard hash.isWeak else { return }
        let wrapped = try await Self.pool.wrap(hash, cost: .cheap)
        #expect(!wrapped.isWeak)
        let stored = try PasswordHash(stored: wrapped.text, wrappedAs: wrapped.wrappedAs)
        #expect(stored == wrapped)
        #expect(try await Self.pool.verify(vector.password, against: stored))
        #expect(try await !Self.pool.verify("x" + vector.password, against: stored))
    }

    @Test func `the families that are wrapped are those with quick digests`() throws {
        let weak = try PasswordVector.matching.filter { try $0.read().isWeak }.map { $0.id }
        let strong = ["argon2", "bcrypt", "scrypt", "firebase", "sha256-rounds", "yescrypt", "terrell", "cecil"]
        for name in strong { #expect(!weak.contains { $0.contains(name) && !$0.contains("pbkdf2") }) }
        for name in [
            "own-md5", "own-md4-utf16le", "own-ldap-ssha", "own-hmac-sha256", "own-crypt-md5", "own-pbkdf2-sha256",
        ] {
            #expect(weak.contains(name))
        }
    }
}

extension HashCost {
    /// The lowest cost, for tests.
    static let cheap = HashCost(memoryKiB: 8, passes: 1) ?? .standard
}
