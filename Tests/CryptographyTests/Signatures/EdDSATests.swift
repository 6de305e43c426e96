// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct EdDSATests {
    struct Example: Sendable {
        let curve: EdwardsCurve
        let key: String
        let message: String
        let signature: String
    }

    /// RFC 8032, sections 7.1 (tests 1 to 3) and 7.4 ("blank").
    static let examples = [
        Example(
            curve: .ed25519, key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
            signature: """
                e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
                5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
                """),
        Example(
            curve: .ed25519, key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
            signature: """
                92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
                085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
                """),
        Example(
            curve: .ed25519, key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: """
                6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac
                18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a
                """),
        Example(
            curve: .ed448,
            key: """
                5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778
                edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8256180
                """,
            message: "",
            signature: """
                533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f
                2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a
                9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4db
                b61149f05a7363268c71d95808ff2e652600
                """),
    ]

    @Test(arguments: examples)
    func `the published signatures are valid`(example: Example) throws {
        let key = try PublicKey.edwards(example.curve, bytes: hex(example.key))
        #expect(key.isValid(signature: hex(example.signature), for: hex(example.message), scheme: .eddsa))
    }

    @Test func `a signature whose number is not reduced is not valid`() throws {
        let example = Self.examples[1]
        let key = try PublicKey.edwards(example.curve, bytes: hex(example.key))
        let signature = hex(example.signature)
        let unreduced = signature.prefix(32) + sum([UInt8](signature.suffix(32)), and: Self.order)
        #expect(!key.isValid(signature: [UInt8](unreduced), for: hex(example.message), scheme: .eddsa))
    }

    @Test(arguments: [
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000080",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ])
    func `an Ed25519 key of small order, under which anyone can sign, is rejected`(key: String) {
        #expect(throws: KeyRejection.smallOrder) { try PublicKey.edwards(.ed25519, bytes: hex(key)) }
        #expect(throws: KeyRejection.smallOrder) {
            try PublicKey(subjectPublicKeyInfo: hex("302a300506032b6570032100") + hex(key))
        }
    }

    @Test(arguments: [
        String(repeating: "00", count: 57),
        "01" + String(repeating: "00", count: 55) + "80",
        "fe" + String(repeating: "ff", count: 27) + "fe" + String(repeating: "ff", count: 27) + "00",
        String(repeating: "ff", count: 28) + "fe" + String(repeating: "ff", count: 27) + "80",
        String(repeating: "00", count: 28) + String(repeating: "ff", count: 28) + "00",
    ])
    func `an Ed448 key of small order, under which anyone can sign, is rejected`(key: String) {
        #expect(throws: KeyRejection.smallOrder) { try PublicKey.edwards(.ed448, bytes: hex(key)) }
    }

    /// The order of Ed25519's group, little endian.
    static let order = hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")

    private func sum(_ left: [UInt8], and right: [UInt8]) -> [UInt8] {
        var carry = 0
        return zip(left, right).map { first, second in
            carry += Int(first) + Int(second)
            defer { carry >>= 8 }
            return UInt8(carry & 0xFF)
        }
    }
}
