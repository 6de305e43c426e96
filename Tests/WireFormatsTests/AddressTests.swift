// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite struct AddressTests {
    @Test(
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("::", "::"),
            ("::1", "::1"), ("2001:DB8::1", "2001:db8::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
            ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"), ("1::", "1::"),
            ("::ffff:192.0.2.1", "::ffff:c000:201"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
            ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
        ])
    func `an address is read and written`(text: String, written: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == written)
        #expect(IPAddress(written) == address)
        #expect(IPAddress(bytes: address.bytes) == address)
    }

    @Test(
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.+4", " 1.2.3.4", "1.2.3.4 ", "localhost", ":",
            ":::",
            "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1%eth0", "[::1]",
            "1:2:3:4:5:6:7:1.2.3.4",
            "1.2.3.4::", "::1.2.3", "+1::", ":1::", "1:2:3:4:5:6:7::8", "1::2:", "::1.2.3.4:5", "1.2.3.4.x",
            "1.2.x.3.4", "00001::", "1:::2", "1::2::", "1:2:3:4:5:6:7:8:1.2.3.4", "1::2:3:4:5:6:7:8:9",
        ])
    func `malformed addresses are rejected`(text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func `an address has 4 or 16 bytes`(count: Int) {
        #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func `loopback addresses are recognized`(text: String) {
        #expect(IPAddress(text)?.isLoopback == true)
    }

    @Test(arguments: ["128.0.0.1", "::", "::2", "0.0.0.0", "::ffff:10.0.0.1"])
    func `other addresses are not loopback addresses`(text: String) {
        #expect(IPAddress(text)?.isLoopback == false)
    }

    @Test(
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.128", true),
            ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false), ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false), ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::", false), ("::/0", "::1", true), ("fe80::/10", "febf::1", true),
            ("fe80::/10", "fec0::1", false), ("::ffff:0:0/96", "::ffff:1.2.3.4", true), ("::1/128", "::1", true),
        ])
    func `a block contains its addresses`(text: String, address: String, isInside: Bool) throws {
        let block = try #require(AddressBlock(text))
        #expect(block.contains(try #require(IPAddress(address))) == isInside)
        #expect(AddressBlock(block.description) == block)
    }

    @Test(
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.1/8", "10.0.0.0/08", "10.0.0.0/-1", "10.0.0.0/8/8",
            "x/8",
        ])
    func `blocks with a malformed address, prefix or bits after the prefix are rejected`(text: String) {
        #expect(AddressBlock(text) == nil)
    }
}
