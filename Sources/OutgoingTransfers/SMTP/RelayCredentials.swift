// SPDX-License-Identifier: Apache-2.0

import POSIX

/// What is sent to a relay to authenticate.
struct RelayCredentials {
    enum Kind {
        case password
        case accessToken
    }

    let user: String
    let secret: String
    let kind: Kind

    /// Reads what the settings refer to.
    init(_ user: MailRelay.User) throws(TransferError) {
        self.user = user.name
        switch user.secret {
        case .password(let password):
            (secret, kind) = (password, .password)
        case .accessTokenFile(let path):
            (secret, kind) = (try Self.token(in: path), .accessToken)
        }
        // A control character would end a part of what the mechanisms send, or the text for libcurl.
        guard !self.user.isEmpty, !secret.isEmpty,
            !(self.user + secret).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
        else { throw .credentialsUnusable(reason: "the user or the secret is empty or has a control character") }
    }

    /// The ways in which a relay could repeat what it was sent.
    private var traces: [String] {
        let plain = [
            secret, "\(user)\0\(secret)", "\0\(user)\0\(secret)", "user=\(user)\u{1}auth=Bearer \(secret)\u{1}\u{1}",
        ]
        return [secret] + plain.map { Base64.text(of: Array($0.utf8)) }
    }

    /// Returns a text without the credentials.
    func removed(from text: String) -> String {
        traces.reduce(text) { $0.replacing($1, with: "…") }
    }

    private static let tokenLimit = 16_384

    private static func token(in path: String) throws(TransferError) -> String {
        // Whoever opens a pipe would wait for its writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .credentialsUnusable(reason: "\(path): \(systemErrorText(errno))") }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: tokenLimit + 1)
        var count = 0
        while count < bytes.count {
            let read = bytes.withUnsafeMutableBytes { buffer in
                posixRead(file, into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]))
            }
            if read == 0 { break }
            guard read > 0 else { throw .credentialsUnusable(reason: "\(path): \(systemErrorText(errno))") }
            count += read
        }
        guard count <= tokenLimit else { throw .credentialsUnusable(reason: "\(path) is too long for a token") }
        let words = bytes[..<count].split { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard words.count == 1, let token = words.first, token.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .credentialsUnusable(reason: "\(path) has no token, or something else besides")
        }
        return String(decoding: token, as: UTF8.self)
    }
}

private enum Base64 {
    private static let characters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text without padding.
    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var (pending, bits) = (0, 0)
        for byte in bytes {
            (pending, bits) = ((pending << 8 | Int(byte)) & 0xFFFF, bits + 8)
            while bits >= 6 {
                bits -= 6
                text.append(characters[pending >> bits & 0x3F])
            }
        }
        if bits > 0 { text.append(characters[pending << (6 - bits) & 0x3F]) }
        return String(decoding: text, as: UTF8.self)
    }
}
