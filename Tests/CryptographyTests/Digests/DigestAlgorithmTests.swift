// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct DigestAlgorithmTests {
    /// FIPS 180-4's example "abc".
    static let examples: [(DigestAlgorithm, String)] = [
        (.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha384,
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512,
            """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd
            454d4423643ce80e2a9ac94fa54ca49f
            """
        ),
    ]

    @Test(arguments: examples)
    func `the published example has the published digest`(algorithm: DigestAlgorithm, digest: String) {
        #expect(algorithm.hash([UInt8]("abc".utf8)) == hex(digest))
    }

    @Test(arguments: DigestAlgorithm.allCases)
    func `a digest has its algorithm's length`(algorithm: DigestAlgorithm) {
        #expect(algorithm.hash([]).count == algorithm.byteCount)
    }

    @Test func `the empty byte string has a digest`() {
        let digest = hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(DigestAlgorithm.sha256.hash([]) == digest)
        #expect(DigestAlgorithm.sha256.hash([], followedBy: []) == digest)
    }

    @Test(arguments: DigestAlgorithm.allCases)
    func `two byte strings are hashed like their concatenation`(algorithm: DigestAlgorithm) {
        #expect(algorithm.hash([1, 2], followedBy: [3]) == algorithm.hash([1, 2, 3]))
        #expect(algorithm.hash([], followedBy: [3]) == algorithm.hash([3]))
    }
}
