// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

#if os(Linux)
    import CCrypt
#endif

/// The hashes of Unix passwords, computed by the system's `crypt_r`. Only Linux has one that knows more than DES.
struct CryptFunction: Hashable, Sendable {
    enum Method: String, Sendable, CaseIterable {
        case bcrypt2a = "$2a$"
        case bcrypt2b = "$2b$"
        case bcrypt2y = "$2y$"
        case md5 = "$1$"
        case sha256 = "$5$"
        case sha512 = "$6$"
        case scrypt = "$7$"
        case yescrypt = "$y$"
        case gostYescrypt = "$gy$"

        var isBcrypt: Bool { self == .bcrypt2a || self == .bcrypt2b || self == .bcrypt2y }

        /// The number of symbols of the digest.
        var digestCount: Int {
            switch self {
            case .bcrypt2a, .bcrypt2b, .bcrypt2y: 31
            case .md5: 22
            case .sha256, .scrypt, .yescrypt, .gostYescrypt: 43
            case .sha512: 86
            }
        }
    }

    /// bcrypt uses no more of a password. Auth0 hashed longer ones, too.
    private static let bcryptByteCount = 72
    /// What libxcrypt takes, without the zero at the end.
    private static let maximumByteCount = 511

    let method: Method
    /// Everything before the digest.
    let setting: [UInt8]
    let memoryByteCount: Int

    /// Whether it takes about a second: bcrypt from cost 13 on, and many rounds of the others.
    var isSlow: Bool {
        let parts = String(decoding: setting, as: UTF8.self).split(separator: "$")
        guard parts.count > 1 else { return false }
        if method.isBcrypt { return Int(parts[1]).map { $0 >= 13 } ?? false }
        return Int(parts[1].drop { !$0.isNumber }).map { parts[1].hasPrefix("rounds=") && $0 > 200_000 } ?? false
    }

    func requireBounds() throws(PasswordHashRejection) {
        let limits = try CryptSettingReader.read(setting, of: method)
        guard limits.memoryByteCount == memoryByteCount else { throw .malformed("setting") }
    }

    /// Reads a text, with or without its digest. Returns `nil` if it is of no method of `crypt`.
    static func read(_ text: String) throws(PasswordHashRejection) -> (function: CryptFunction, digest: [UInt8]?)? {
        guard let method = Method.allCases.first(where: { text.utf8.starts(with: $0.rawValue.utf8) }) else {
            return nil
        }
        #if !os(Linux)
            throw .unknownAlgorithm
        #endif
        let bytes = [UInt8](text.utf8)
        let read = try CryptSettingReader.read(bytes, of: method)
        let digest = [UInt8](bytes.dropFirst(read.count))
        let function = CryptFunction(
            method: method, setting: [UInt8](bytes.prefix(read.count)), memoryByteCount: read.memoryByteCount)
        guard !digest.isEmpty else { return (function, nil) }
        guard digest.count == method.digestCount, digest.allSatisfy(\.isCryptSymbol) else { throw .malformed("hash") }
        return (function, digest)
    }

    func text(digest: [UInt8]?) -> String {
        String(decoding: setting + (digest ?? []), as: UTF8.self)
    }

    /// Computes a digest. Returns `nil`, after the same time, for a password that has none.
    func compute(_ password: [UInt8]) throws(HashingFailure) -> [UInt8]? {
        let used = method.isBcrypt ? password.prefix(Self.bcryptByteCount) : password[...]
        let isHashable = used.count <= Self.maximumByteCount && !used.contains(0)
        var phrase = [UInt8](repeating: 0, count: used.count + 1)
        if isHashable { phrase.replaceSubrange(..<used.count, with: used) }
        defer { phrase.wipe() }
        #if os(Linux)
            let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
            UnsafeMutableRawPointer(data).initializeMemory(
                as: UInt8.self, repeating: 0, count: MemoryLayout<crypt_data>.size)
            defer { data.deallocate() }
            let output = phrase.withUnsafeBytes { phrase in
                (setting + [0]).withUnsafeBytes { setting in
                    phrase.withMemoryRebound(to: CChar.self) { phrase in
                        setting.withMemoryRebound(to: CChar.self) { setting -> [UInt8]? in
                            guard let phrase = phrase.baseAddress, let setting = setting.baseAddress,
                                let output = crypt_r(phrase, setting, data)
                            else { return nil }
                            return [UInt8](String(cString: output).utf8)
                        }
                    }
                }
            }
            // A failure is a text that begins with an asterisk.
            guard let output, output.count == setting.count + method.digestCount, output.first == UInt8(ascii: "$")
            else {
                throw .notComputable
            }
            return isHashable ? [UInt8](output.suffix(method.digestCount)) : nil
        #else
            throw .notComputable
        #endif
    }
}

extension UInt8 {
    /// Whether `crypt` has the symbol in its base64.
    var isCryptSymbol: Bool { isAlphanumeric || self == UInt8(ascii: ".") || self == UInt8(ascii: "/") }

    /// The value of a symbol of the base64 of `crypt`, whose order is ASCII's.
    var cryptValue: UInt32? {
        guard isCryptSymbol else { return nil }
        if isLowerCase { return UInt32(self - UInt8(ascii: "a")) + 38 }
        if isUpperCase { return UInt32(self - UInt8(ascii: "A")) + 12 }
        return UInt32(self - UInt8(ascii: "."))
    }
}
