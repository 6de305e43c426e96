// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct ScryptTests {
    private func key(cost: Int, blockSize: Int = 8, parallelization: Int = 16) -> [UInt8]? {
        Scrypt.deriveKey(
            from: [UInt8]("password".utf8), salt: [UInt8]("NaCl".utf8), cost: cost, blockSize: blockSize,
            parallelization: parallelization, count: 64)
    }

    /// RFC 7914, section 12.
    @Test func `the published key is derived`() {
        let expected = hex(
            "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
                + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640")
        #expect(key(cost: 1024) == expected)
    }

    @Test func `parameters that the specification excludes give no key`() {
        #expect(key(cost: 1000) == nil)
        #expect(key(cost: 1) == nil)
        #expect(key(cost: 1 << 16, blockSize: 1) == nil)
        #expect(key(cost: 1024, parallelization: 0) == nil)
    }
}

@Suite struct CounterModeTests {
    /// AES-256 of the zero block with the zero key, and of the block after it.
    @Test func `the known key stream is added`() {
        let key = [UInt8](repeating: 0, count: 32)
        let stream = hex("dc95c078a2408989ad48a21492842087530f8afbc74536b9a963b4f1c4cb738b")
        #expect(CounterMode.encrypt([UInt8](repeating: 0, count: 32), key: key) == stream)
        #expect(CounterMode.encrypt(stream, key: key) == [UInt8](repeating: 0, count: 32))
        #expect(CounterMode.encrypt([], key: key) == [])
    }

    @Test func `a key of another length encrypts nothing`() {
        #expect(CounterMode.encrypt([1], key: [UInt8](repeating: 0, count: 16)) == nil)
    }
}
