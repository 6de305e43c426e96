// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing
import WebAuthnVerification

@Suite struct TPMPublicAreaTests {
    private static let elliptic = PrivateKey.generate(.elliptic(.p256)).publicKey
    private static let rsa = PrivateKey.generate(.rsa(bits: 2048)).publicKey

    private static func sized(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes
    }

    /// A public area with the name algorithm SHA-256, no symmetric algorithm and no scheme.
    private static func head(_ type: UInt8) -> [UInt8] {
        [0x00, type, 0x00, 0x0B, 0, 0, 0, 0] + sized([9, 9]) + [0x00, 0x10, 0x00, 0x10]
    }

    private static func area(x: [UInt8], y: [UInt8], curve: UInt8 = 3) -> TPMPublicArea? {
        TPMPublicArea(head(0x23) + [0x00, curve, 0x00, 0x10] + sized(x) + sized(y))
    }

    private static func area(modulus: [UInt8], exponent: [UInt8] = [0, 0, 0, 0]) -> TPMPublicArea? {
        TPMPublicArea(head(0x01) + [0x08, 0x00] + exponent + sized(modulus))
    }

    @Test func `a public area describes its elliptic key`() throws {
        let point = try #require(Self.elliptic.ellipticPoint)
        #expect(try #require(Self.area(x: point.x, y: point.y)).describes(Self.elliptic))
    }

    @Test func `a public area does not describe a key with another coordinate or curve`() throws {
        let point = try #require(Self.elliptic.ellipticPoint)
        #expect(try !#require(Self.area(x: point.y, y: point.y)).describes(Self.elliptic))
        #expect(try !#require(Self.area(x: point.x, y: point.x)).describes(Self.elliptic))
        #expect(try !#require(Self.area(x: point.x, y: point.y, curve: 4)).describes(Self.elliptic))
    }

    @Test func `a TPM may omit the leading zero bytes of a coordinate`() throws {
        let keys = (0..<100_000).lazy.map { _ in PrivateKey.generate(.elliptic(.p256)).publicKey }
        let key = try #require(keys.first { $0.ellipticPoint?.x.first == 0 })
        let point = try #require(key.ellipticPoint)
        #expect(try #require(Self.area(x: Array(point.x.drop { $0 == 0 }), y: point.y)).describes(key))
    }

    @Test func `a public area describes its RSA key, with a default or an explicit exponent`() throws {
        let modulus = try #require(Self.rsa.rsaComponents).modulus
        #expect(try #require(Self.area(modulus: modulus)).describes(Self.rsa))
        #expect(try #require(Self.area(modulus: modulus, exponent: [0, 1, 0, 1])).describes(Self.rsa))
    }

    @Test func `a public area does not describe a key with another modulus or exponent`() throws {
        var modulus = try #require(Self.rsa.rsaComponents).modulus
        #expect(try !#require(Self.area(modulus: modulus, exponent: [0, 0, 0, 3])).describes(Self.rsa))
        modulus[100] ^= 1
        #expect(try !#require(Self.area(modulus: modulus)).describes(Self.rsa))
    }

    @Test func `a public area does not describe a key of the other type`() throws {
        let point = try #require(Self.elliptic.ellipticPoint)
        let modulus = try #require(Self.rsa.rsaComponents).modulus
        #expect(try !#require(Self.area(x: point.x, y: point.y)).describes(Self.rsa))
        #expect(try !#require(Self.area(modulus: modulus)).describes(Self.elliptic))
    }

    @Test(arguments: [UInt8(0x00), 0x08, 0x25])
    func `a key that is neither RSA nor elliptic is rejected`(type: UInt8) {
        #expect(TPMPublicArea(Self.head(type) + [0x00, 0x03, 0x00, 0x10] + Self.sized([1]) + Self.sized([2])) == nil)
    }
}
