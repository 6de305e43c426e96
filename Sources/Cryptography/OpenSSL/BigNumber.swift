// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// An OpenSSL big number.
final class BigNumber {
    let handle: OpaquePointer

    init?(_ bytes: [UInt8]) {
        guard
            let handle = bytes.withPointer({ address, count in
                BN_bin2bn(address, Int32(clamping: count), nil)
            })
        else {
            return nil
        }
        self.handle = handle
    }

    /// The number that a key holds under a parameter's name.
    init?(_ name: String, of key: OpaquePointer) {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1, let number else {
            ERR_clear_error()
            return nil
        }
        handle = number
    }

    private init?(adopting handle: OpaquePointer?) {
        guard let handle else {
            return nil
        }
        self.handle = handle
    }

    deinit {
        BN_free(handle)
    }

    /// Adds a small number, which may be negative, and returns whether that worked.
    func add(_ number: Int) -> Bool {
        let word = number.magnitude
        return (number < 0 ? BN_sub_word(handle, word) : BN_add_word(handle, word)) == 1
    }

    func multiplied(by other: BigNumber, modulo modulus: BigNumber) -> BigNumber? {
        let context = BN_CTX_new()
        defer { BN_CTX_free(context) }
        guard let product = BigNumber(adopting: BN_new()),
            BN_mod_mul(product.handle, handle, other.handle, modulus.handle, context) == 1
        else {
            ERR_clear_error()
            return nil
        }
        return product
    }

    /// Whether the number is a square modulo an odd prime. Zero is.
    func isSquare(modulo prime: BigNumber) -> Bool {
        let context = BN_CTX_new()
        defer { BN_CTX_free(context) }
        let symbol = BN_kronecker(handle, prime.handle, context)
        return symbol == 0 || symbol == 1
    }

    /// Big endian, without leading zero bytes.
    var bytes: [UInt8] {
        let length = (Int(BN_num_bits(handle)) + 7) / 8
        return [UInt8](capacity: length) { Int(BN_bn2bin(handle, $0)) } ?? []
    }

    /// Big endian, padded with leading zero bytes to `count`, or `nil` if the number doesn't fit.
    func bytes(count: Int) -> [UInt8]? {
        [UInt8](capacity: count) { address in
            BN_bn2binpad(handle, address, Int32(clamping: count)) == count ? count : nil
        }
    }
}
