// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct RSAKeyTests {
    let modulus = hex(RSAFixtures.rsaModulus)

    @Test func `a key from its numbers is encoded like another implementation's`() throws {
        let key = try PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1])
        #expect(key.subjectPublicKeyInfo == hex(RSAFixtures.rsaSPKI))
        #expect(key.kind == .rsa(bits: 2048))
    }

    @Test func `a decoded key equals the key from its numbers`() throws {
        let read = try PublicKey(subjectPublicKeyInfo: hex(RSAFixtures.rsaSPKI))
        #expect(try read == PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1]))
        #expect(read.kind == .rsa(bits: 2048))
    }

    @Test func `a key has its numbers`() throws {
        let numbers = try #require(try PublicKey(subjectPublicKeyInfo: hex(RSAFixtures.rsaSPKI)).rsaComponents)
        #expect(numbers.modulus == modulus)
        #expect(numbers.exponent == [1, 0, 1])
    }

    @Test func `the same modulus with another exponent is another key`() throws {
        #expect(
            try PublicKey.rsa(modulus: modulus, exponent: [1, 0, 1])
                != PublicKey.rsa(modulus: modulus, exponent: [3]))
    }

    @Test func `a modulus below 2048 bits is rejected`() {
        var small = modulus
        small[0] = 0x7F
        #expect(throws: KeyRejection.modulusTooSmall(bits: 2047)) {
            try PublicKey.rsa(modulus: small, exponent: [1, 0, 1])
        }
    }

    @Test func `a smaller modulus is accepted if the caller allows it`() throws {
        let small = [UInt8](modulus.suffix(128).drop { $0 == 0 })
        let key = try PublicKey.rsa(modulus: small, exponent: [1, 0, 1], minimumBits: 1000)
        #expect(key.kind != .rsa(bits: 2048))
    }

    @Test func `an absent modulus is rejected`() {
        #expect(throws: KeyRejection.modulusTooSmall(bits: 0)) { try PublicKey.rsa(modulus: [], exponent: [3]) }
    }

    @Test func `a modulus of 8192 bits is accepted`() throws {
        let large = modulus + modulus + modulus + modulus
        #expect(try PublicKey.rsa(modulus: large, exponent: [1, 0, 1]).kind == .rsa(bits: 8192))
    }

    @Test func `a modulus above 8192 bits is rejected`() {
        let large = [1] + modulus + modulus + modulus + modulus
        #expect(throws: KeyRejection.modulusTooLarge(bits: 8193)) {
            try PublicKey.rsa(modulus: large, exponent: [1, 0, 1])
        }
    }

    @Test func `an even modulus is rejected`() {
        var even = modulus
        even[even.count - 1] &= 0xFE
        #expect(throws: KeyRejection.malformed) { try PublicKey.rsa(modulus: even, exponent: [1, 0, 1]) }
    }

    @Test func `a modulus with a leading zero byte is rejected`() {
        #expect(throws: KeyRejection.malformed) { try PublicKey.rsa(modulus: [0] + modulus, exponent: [1, 0, 1]) }
    }

    @Test func `an exponent with a leading zero byte is rejected`() {
        #expect(throws: KeyRejection.malformed) { try PublicKey.rsa(modulus: modulus, exponent: [0, 1, 0, 1]) }
    }

    @Test(arguments: [[], [1], [2], [1, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 1]] as [[UInt8]])
    func `an exponent that is even, below 3 or above 2^64 is rejected`(exponent: [UInt8]) {
        #expect(throws: KeyRejection.exponentNotAcceptable) {
            try PublicKey.rsa(modulus: modulus, exponent: exponent)
        }
    }

    @Test(arguments: [[3], [17], [1, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func `odd exponents from 3 to 2^64 are accepted`(exponent: [UInt8]) throws {
        #expect(try PublicKey.rsa(modulus: modulus, exponent: exponent).rsaComponents?.exponent == exponent)
    }
}
