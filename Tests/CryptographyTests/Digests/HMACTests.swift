// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct HMACTests {
    @Test func `RFC 4231, test case 1`() {
        let code = HMAC.authenticationCode(
            for: [UInt8]("Hi There".utf8), key: [UInt8](repeating: 0x0B, count: 20), .sha256)
        #expect(code == hex("b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"))
    }

    @Test func `RFC 4231, test case 2: a key shorter than the digest`() {
        let code = HMAC.authenticationCode(
            for: [UInt8]("what do ya want for nothing?".utf8), key: [UInt8]("Jefe".utf8), .sha256)
        #expect(code == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    }

    @Test func `RFC 4231, test case 6: a key longer than a block`() {
        let code = HMAC.authenticationCode(
            for: [UInt8]("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            key: [UInt8](repeating: 0xAA, count: 131), .sha256)
        #expect(code == hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
    }

    @Test func `an empty key and an empty message have a code`() {
        let code = HMAC.authenticationCode(for: [], key: [], .sha256)
        #expect(code == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
    }
}
