// SPDX-License-Identifier: Apache-2.0

import CArgon2
import POSIX

/// The memory that a thread keeps for libargon2, so that the system does not map and clear its pages again for each
/// hash: that is up to half of the time.
///
/// libargon2 wipes the memory before it gives it back.
final class Argon2Arena {
    private static let alignment = 64

    /// libargon2's callbacks have no context, so they find the arena of their thread.
    private static let key: pthread_key_t? = {
        var key = pthread_key_t()
        return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    private var memory: UnsafeMutableRawPointer?
    private var isTaken = false
    private(set) var byteCount = 0

    deinit {
        POSIX.free(memory)
    }

    /// Makes the arena that of the calling thread while `body` runs.
    func use<Result>(_ body: () -> Result) -> Result {
        guard let key = Self.key else { return body() }
        pthread_setspecific(key, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(key, nil) }
        return body()
    }

    /// Keeps this many bytes from now on, no more and no less. Without the memory, it keeps none.
    func resize(to count: Int) {
        guard count != byteCount, !isTaken else { return }
        POSIX.free(memory)
        memory = Self.allocateMemory(count)
        byteCount = memory == nil ? 0 : count
    }

    static let allocate: allocate_fptr = { output, count in
        output?.pointee = (ofThread?.take(count) ?? allocateMemory(count))?.assumingMemoryBound(to: UInt8.self)
        // libargon2 looks for a missing address, not at the code.
        return 0
    }

    static let free: deallocate_fptr = { memory, _ in
        if ofThread?.giveBack(memory) != true { POSIX.free(memory) }
    }

    private static var ofThread: Argon2Arena? {
        guard let key, let pointer = pthread_getspecific(key) else { return nil }
        return Unmanaged<Argon2Arena>.fromOpaque(pointer).takeUnretainedValue()
    }

    private static func allocateMemory(_ count: Int) -> UnsafeMutableRawPointer? {
        var memory: UnsafeMutableRawPointer?
        return posix_memalign(&memory, alignment, count) == 0 ? memory : nil
    }

    private func take(_ count: Int) -> UnsafeMutableRawPointer? {
        guard !isTaken, count <= byteCount else { return nil }
        isTaken = true
        return memory
    }

    private func giveBack(_ address: UnsafeMutablePointer<UInt8>?) -> Bool {
        guard isTaken, UnsafeMutableRawPointer(address) == memory else { return false }
        isTaken = false
        return true
    }
}
