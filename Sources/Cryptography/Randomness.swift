// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// Unpredictable bytes from OpenSSL's generator, which the operating system seeds.
package enum Randomness {
    /// Returns bytes for an identifier, a challenge, a nonce or a token.
    package static func bytes(_ count: Int) -> [UInt8] {
        let bytes = [UInt8](capacity: count) { output in
            fill(output, count: count)
            return count
        }
        return bytes ?? []
    }

    /// Returns bytes for an identifier or a token that begins with other bytes.
    package static func bytes(_ count: Int, after prefix: [UInt8]) -> [UInt8] {
        let bytes = [UInt8](capacity: prefix.count + count) { output in
            prefix.withPointer { output.update(from: $0, count: $1) }
            fill(output + prefix.count, count: count)
            return prefix.count + count
        }
        return bytes ?? []
    }

    /// Returns bytes for a long-lived key, from OpenSSL's generator for private values.
    package static func keyBytes(_ count: Int) -> [UInt8] {
        guard let bytes = [UInt8](capacity: count, writtenBy: { RAND_priv_bytes($0, Int32(count)) == 1 ? count : nil })
        else {
            fatalError("no randomness")
        }
        return bytes
    }

    static func fill(_ output: UnsafeMutablePointer<UInt8>, count: Int) {
        RandomReserve.ofThread.value.take(count, into: output)
    }
}

/// One thread's random bytes, drawn ahead because OpenSSL takes 1 µs per call, for 16 bytes and for 512.
///
/// Each byte is returned once and wiped from the reserve.
private final class RandomReserve {
    static let ofThread = ThreadLocal { RandomReserve() }

    private static let capacity = 512

    private let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    private var available = 0
    private var forks = ForkCount.current

    init() {
        storage.initialize(repeating: 0, count: Self.capacity)
    }

    deinit {
        OPENSSL_cleanse(storage, Self.capacity)
        storage.deallocate()
    }

    func take(_ count: Int, into output: UnsafeMutablePointer<UInt8>) {
        guard count <= Self.capacity / 4 else {
            return generate(count, into: output)
        }
        // A forked child has the same bytes in reserve as its parent.
        if count > available || forks != ForkCount.current {
            generate(Self.capacity, into: storage)
            available = Self.capacity
            forks = ForkCount.current
        }
        available -= count
        output.update(from: storage + available, count: count)
        OPENSSL_cleanse(storage + available, count)
    }

    private func generate(_ count: Int, into output: UnsafeMutablePointer<UInt8>) {
        guard RAND_bytes(output, Int32(count)) == 1 else {
            fatalError("no randomness")
        }
    }
}
