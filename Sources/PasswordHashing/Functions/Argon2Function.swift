// SPDX-License-Identifier: Apache-2.0

import CArgon2
import POSIX

/// Argon2 in its three variants (RFC 9106) and both versions, in the PHC string format.
struct Argon2Function: Hashable, Sendable {
    enum Variant: String, Sendable, CaseIterable {
        case argon2id, argon2i, argon2d
    }

    enum Version: Int, Sendable {
        case version10 = 0x10
        case version13 = 0x13
    }

    static let maximumLanes = 16
    static let ownSaltByteCount = 16

    var variant = Variant.argon2id
    var version = Version.version13
    var cost: HashCost
    var lanes = 1
    var salt: [UInt8]
    var tagByteCount = 32

    var memoryByteCount: Int { cost.memoryKiB << 10 }

    func requireBounds() throws(PasswordHashRejection) {
        guard (1...Self.maximumLanes).contains(lanes) else { throw .outOfBounds("p") }
        guard cost.memoryKiB >= 8 * lanes else { throw .outOfBounds("m") }
        guard (8...64).contains(salt.count) else { throw .outOfBounds("salt") }
        guard HashFunction.digestBounds.contains(tagByteCount) else { throw .outOfBounds("hash") }
    }

    /// Computes the tag, in the memory of the thread's arena if that is large enough. The password's bytes are wiped.
    func compute(_ password: inout [UInt8]) throws(HashingFailure) -> [UInt8] {
        var tag = [UInt8](repeating: 0, count: tagByteCount)
        var salt = salt
        let code = password.withUnsafeMutableBufferPointer { password in
            salt.withUnsafeMutableBufferPointer { salt in
                tag.withUnsafeMutableBufferPointer { tag in
                    var context = argon2_context()
                    (context.out, context.outlen) = (tag.baseAddress, UInt32(clamping: tag.count))
                    (context.pwd, context.pwdlen) = (password.baseAddress, UInt32(clamping: password.count))
                    (context.salt, context.saltlen) = (salt.baseAddress, UInt32(clamping: salt.count))
                    context.m_cost = UInt32(clamping: cost.memoryKiB)
                    context.t_cost = UInt32(clamping: cost.passes)
                    context.lanes = UInt32(clamping: lanes)
                    // Lanes are computed one after the other: other threads belong to other requests.
                    context.threads = 1
                    context.version = UInt32(clamping: version.rawValue)
                    context.flags = thumbturn_argon2_clear_password
                    context.allocate_cbk = Argon2Arena.allocate
                    context.free_cbk = Argon2Arena.free
                    return argon2_ctx(&context, type)
                }
            }
        }
        guard code != ARGON2_MEMORY_ALLOCATION_ERROR.rawValue else { throw .outOfMemory }
        guard code == ARGON2_OK.rawValue else { throw .notComputable }
        return tag
    }

    private var type: argon2_type {
        switch variant {
        case .argon2id: Argon2_id
        case .argon2i: Argon2_i
        case .argon2d: Argon2_d
        }
    }
}

extension Argon2Function {
    /// Reads a text. Returns `nil` if it is not of Argon2.
    static func read(_ text: String) throws(PasswordHashRejection) -> (function: Argon2Function, digest: [UInt8])? {
        var reader = FieldReader(text)
        guard let variant = Variant.allCases.first(where: { reader.skip("$\($0.rawValue)$") }) else { return nil }
        var version = Version.version10
        if reader.skip("v=") {
            guard let named = HashParameters.number(reader.field()).flatMap(Version.init), reader.skip("$") else {
                throw .malformed("v")
            }
            version = named
        }
        guard let parameters = HashParameters(reader.field(), names: ["m", "t", "p"]), reader.skip("$"),
            let memory = parameters["m"], let passes = parameters["t"], let lanes = parameters["p"]
        else { throw .malformed("parameters") }
        guard let cost = HashCost(memoryKiB: memory, passes: passes) else {
            throw .outOfBounds(HashCost.memoryBoundsKiB.contains(memory) ? "t" : "m")
        }
        guard let salt = BytesEncoding.base64(reader.field()) else { throw .malformed("salt") }
        guard reader.skip("$"), let digest = BytesEncoding.base64(reader.remainder()) else { throw .malformed("hash") }
        let function = Argon2Function(
            variant: variant, version: version, cost: cost, lanes: lanes, salt: salt, tagByteCount: digest.count)
        return (function, digest)
    }

    func text(digest: [UInt8]) -> String {
        let parameters = "v=\(version.rawValue)$m=\(cost.memoryKiB),t=\(cost.passes),p=\(lanes)"
        let (salt, digest) = (BytesEncoding.unpaddedBase64(salt), BytesEncoding.unpaddedBase64(digest))
        return "$\(variant.rawValue)$\(parameters)$\(salt)$\(digest)"
    }
}
