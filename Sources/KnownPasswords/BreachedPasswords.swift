// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A file with the SHA-1 hashes of passwords that were stolen somewhere, as Have I Been Pwned's downloader writes it: a
/// hash in hexadecimal on each line, in order, with a colon and a number after it.
///
/// It has 40 GB and more. A lookup reads some 40 small pieces of it, and no more is kept than the system does anyway. The
/// file is not mapped into memory, because one that somebody shortens would end the process.
package final class BreachedPasswords: Sendable {
    private static let hashLength = 40
    /// The longest line.
    private static let lineLimit = 64
    /// A part of the file that is read at once.
    private static let partLength: Int64 = 4096

    package let path: String
    private let descriptor: Int32
    private let length: Int64

    /// Opens a file, and checks a few of its lines.
    package init(path: String) throws(BreachedPasswordsFailure) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw BreachedPasswordsFailure(path: path, reason: "can't be opened: \(systemErrorText(errno))")
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw BreachedPasswordsFailure(path: path, reason: "is no file")
        }
        length = Int64(status.st_size)
        do {
            try checkOrder()
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    /// Whether the password with a SHA-1 hash is in the file. It is in none that can't be read any longer.
    func contain(_ hash: [UInt8]) -> Bool {
        let wanted = Self.hexadecimal(hash)
        // The line begins at one of these positions, if there is one.
        var (low, high) = (Int64(0), length)
        while high - low > Self.partLength {
            let middle = low + (high - low) / 2
            guard let line = line(after: middle) else { return false }
            guard line.start <= high else {
                high = middle
                continue
            }
            if line.hash == wanted { return true }
            if wanted.lexicographicallyPrecedes(line.hash) { high = middle } else { low = line.start }
        }
        guard let part = read(Int(high - low) + Self.lineLimit, at: low) else { return false }
        return part.split(separator: Self.newline).contains { Self.hash(of: $0) == wanted }
    }

    /// Looks at lines in all parts of the file.
    private func checkOrder() throws(BreachedPasswordsFailure) {
        let format = BreachedPasswordsFailure(
            path: path,
            reason: "is no list of SHA-1 hashes in hexadecimal, one on each line, in ascending order")
        guard var last = read(Self.lineLimit, at: 0).flatMap({ Self.hash(of: $0[...]) }) else { throw format }
        for step in 1..<64 {
            let position = length / 64 * Int64(step)
            guard position + 2 * Int64(Self.lineLimit) < length else { return }
            guard let line = line(after: position), line.hash == last || last.lexicographicallyPrecedes(line.hash)
            else { throw format }
            last = line.hash
        }
    }

    /// The first line that begins after a position; `nil` if there is none.
    private func line(after position: Int64) -> (start: Int64, hash: [UInt8])? {
        guard let part = read(3 * Self.lineLimit, at: position), let end = part.firstIndex(of: Self.newline),
            let hash = Self.hash(of: part[(end + 1)...])
        else { return nil }
        return (position + Int64(end) + 1, hash)
    }

    private func read(_ count: Int, at position: Int64) -> [UInt8]? {
        let part = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(position) + off_t(filled))
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { return }
                filled += read
            }
        }
        return part.isEmpty ? nil : part
    }

    private static let newline = UInt8(ascii: "\n")

    /// The hash at the beginning of a line, in upper case.
    private static func hash(of line: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = line.prefix(hashLength).map { $0 >= UInt8(ascii: "a") ? $0 & 0xDF : $0 }
        let isHash =
            digits.count == hashLength
            && digits.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0)
            }
        return isHash ? digits : nil
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    }
}

/// Why a file is no list of breached passwords.
package struct BreachedPasswordsFailure: Error, Hashable {
    package let path: String
    package let reason: String
}

extension BreachedPasswords: Hashable {
    package static func == (left: BreachedPasswords, right: BreachedPasswords) -> Bool { left.path == right.path }

    package func hash(into hasher: inout Hasher) { hasher.combine(path) }
}
