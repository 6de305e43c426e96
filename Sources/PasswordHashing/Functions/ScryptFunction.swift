// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// scrypt (RFC 7914), with the names and defaults of Auth0.
struct ScryptFunction: Hashable, Sendable {
    static let maximumCost = 1 << 17
    static let maximumBlockSize = 8
    static let maximumParallelization = 16
    /// The product of all three. It is one second or two.
    private static let maximumWork = 1 << 22

    var cost: Int
    var blockSize: Int
    var parallelization: Int
    var byteCount: Int
    var salt: [UInt8]

    var memoryByteCount: Int {
        Scrypt.memoryByteCount(cost: cost, blockSize: blockSize, parallelization: parallelization)
    }

    func requireBounds() throws(PasswordHashRejection) {
        guard (2...Self.maximumCost).contains(cost) else { throw .outOfBounds("cost") }
        guard cost & (cost - 1) == 0 else { throw .malformed("cost") }
        guard (1...Self.maximumBlockSize).contains(blockSize) else { throw .outOfBounds("blockSize") }
        // RFC 7914, section 2.
        guard blockSize > 1 || cost < 1 << 16 else { throw .outOfBounds("cost") }
        guard (1...Self.maximumParallelization).contains(parallelization),
            cost * blockSize * parallelization <= Self.maximumWork
        else { throw .outOfBounds("parallelization") }
        guard salt.count <= PasswordPreparation.maximumSaltByteCount else { throw .outOfBounds("salt") }
        guard HashFunction.digestBounds.contains(byteCount) else { throw .outOfBounds("keylen") }
    }

    func compute(_ password: [UInt8]) throws(HashingFailure) -> [UInt8] {
        let key = Scrypt.deriveKey(
            from: password, salt: salt, cost: cost, blockSize: blockSize, parallelization: parallelization,
            count: byteCount)
        guard let key else { throw .outOfMemory }
        return key
    }
}

extension ScryptFunction {
    init(reading object: JSONObject) throws(PasswordHashRejection) {
        self.init(
            cost: try object.integer("cost", default: 16384), blockSize: try object.integer("blockSize", default: 8),
            parallelization: try object.integer("parallelization", default: 1),
            byteCount: try object.integer("keylen"),
            salt: try object["salt"]?.encodedBytes("salt", defaultEncoding: .utf8) ?? [])
    }

    func append(to object: inout JSONObject) {
        object.append(["value": .string(Base64.encode(salt)), "encoding": "base64"], as: "salt")
        object.append(.number(JSONNumber(Int64(byteCount))), as: "keylen")
        object.append(.number(JSONNumber(Int64(cost))), as: "cost")
        object.append(.number(JSONNumber(Int64(blockSize))), as: "blockSize")
        object.append(.number(JSONNumber(Int64(parallelization))), as: "parallelization")
    }
}

/// Firebase's password hash: the project's key, encrypted with what scrypt derives from the password.
struct FirebaseFunction: Hashable, Sendable {
    static let algorithm = "firebase-scrypt"

    var signerKey: [UInt8]
    var saltSeparator: [UInt8]
    var rounds: Int
    /// The binary logarithm of scrypt's cost.
    var memoryCost: Int
    var salt: [UInt8]

    private var scrypt: ScryptFunction {
        ScryptFunction(
            cost: 1 << memoryCost, blockSize: rounds, parallelization: 1, byteCount: 32, salt: salt + saltSeparator)
    }

    var memoryByteCount: Int { scrypt.memoryByteCount }

    func requireBounds() throws(PasswordHashRejection) {
        guard (1...17).contains(memoryCost) else { throw .outOfBounds("mem_cost") }
        guard HashFunction.digestBounds.contains(signerKey.count) else { throw .outOfBounds("signer_key") }
        try scrypt.requireBounds()
    }

    func compute(_ password: [UInt8]) throws(HashingFailure) -> [UInt8] {
        var key = try scrypt.compute(password)
        defer { key.wipe() }
        guard let digest = CounterMode.encrypt(signerKey, key: key) else { throw .notComputable }
        return digest
    }
}

extension FirebaseFunction {
    /// Reads the parameters that Firebase exports.
    init(reading object: JSONObject) throws(PasswordHashRejection) {
        self.init(
            signerKey: try object.base64("signer_key"), saltSeparator: try object.base64("salt_separator"),
            rounds: try object.integer("rounds"), memoryCost: try object.integer("mem_cost"),
            salt: try object.base64("salt"))
    }

    func append(to object: inout JSONObject) {
        object.append(.string(Base64.encode(signerKey)), as: "signer_key")
        object.append(.string(Base64.encode(saltSeparator)), as: "salt_separator")
        object.append(.number(JSONNumber(Int64(rounds))), as: "rounds")
        object.append(.number(JSONNumber(Int64(memoryCost))), as: "mem_cost")
        object.append(.string(Base64.encode(salt)), as: "salt")
    }
}

extension JSONObject {
    func base64(_ name: String) throws(PasswordHashRejection) -> [UInt8] {
        guard let text = self[name]?.stringValue, let bytes = BytesEncoding.base64(text.utf8) else {
            throw .malformed(name)
        }
        return bytes
    }
}
