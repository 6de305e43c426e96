// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct NamedDigestTests {
    /// The example "abc" of RFC 1320, RFC 1321, FIPS 180-4, and of the authors of RIPEMD-160 and Whirlpool.
    @Test(arguments: [
        (NamedDigest.md4, "a448017aaf21d8525fc10ae87aa6729d"),
        (.md5, "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha224, "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (.ripemd160, "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
        (
            .whirlpool,
            "4e2448a4c6f486bb16b6562c73b4020bf3043e3a731bce721ae1b303d97e6d4c"
                + "7181eebdb6c57e277d0e34957114cbd6c797fc9d95d8b582d225292076d4eef5"
        ),
    ])
    func `the published example has the published digest`(digest: NamedDigest, text: String) throws {
        #expect(try digest.hash([UInt8]("abc".utf8)) == hex(text))
    }

    @Test(arguments: NamedDigest.allCases)
    func `each output of a digest has its length`(digest: NamedDigest) throws {
        #expect(try digest.hash([]).count == digest.byteCount)
        #expect(try digest.authenticationCode(for: [], key: []).count == digest.byteCount)
        #expect(try digest.deriveKey(from: [], salt: [], iterations: 1, count: 100).count == 100)
    }

    /// RFC 2202 and RFC 4231, test case 2.
    @Test(arguments: [
        (NamedDigest.md5, "750c783e6ab0b503eaa86e310a5db738"),
        (.sha1, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (.sha224, "a30e01098bc6dbbf45690f3a7e9e6d0f8bbea2a39e6148008fd05e44"),
    ])
    func `the published example has the published code`(digest: NamedDigest, code: String) throws {
        let message = [UInt8]("what do ya want for nothing?".utf8)
        #expect(try digest.authenticationCode(for: message, key: [UInt8]("Jefe".utf8)) == hex(code))
    }

    /// RFC 6070, the second example.
    @Test func `the published key is derived`() throws {
        let key = try NamedDigest.sha1.deriveKey(
            from: [UInt8]("password".utf8), salt: [UInt8]("salt".utf8), iterations: 2, count: 20)
        #expect(key == hex("ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"))
    }
}
