// SPDX-License-Identifier: Apache-2.0

import Testing
import WireFormats

@Suite("Internet addresses")
struct AddressTests {
    @Test(
        "are read and written",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"), ("::", "::"),
            ("::1", "::1"), ("2001:DB8::1", "2001:db8::1"), ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
            ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:0:3:4:5:6:7:8", "1:0:3:4:5:6:7:8"), ("1::", "1::"),
            ("::ffff:192.0.2.1", "::ffff:c000:201"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
            ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
        ])
    func address(_ text: String, _ written: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.description == written)
        #expect(IPAddress(written) == address)
        #expect(IPAddress(bytes: address.bytes) == address)
    }

    @Test(
        "what is none is refused",
        arguments: [
            "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.+4", " 1.2.3.4", "1.2.3.4 ", "localhost", ":",
            ":::",
            "1::2::3", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "g::", "::1%eth0", "[::1]",
            "1:2:3:4:5:6:7:1.2.3.4",
            "1.2.3.4::", "::1.2.3", "+1::", ":1::", "1:2:3:4:5:6:7::8", "1::2:", "::1.2.3.4:5", "1.2.3.4.x",
            "1.2.x.3.4", "00001::", "1:::2", "1::2::", "1:2:3:4:5:6:7:8:1.2.3.4", "1::2:3:4:5:6:7:8:9",
        ])
    func noAddress(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("have 4 or 16 bytes", arguments: [0, 3, 5, 15, 17])
    func size(_ count: Int) {
        #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }

    @Test("of this machine are known", arguments: ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    func loopback(_ text: String) {
        #expect(IPAddress(text)?.isLoopback == true)
    }

    @Test("of others are not of this machine", arguments: ["128.0.0.1", "::", "::2", "0.0.0.0", "::ffff:10.0.0.1"])
    func notLoopback(_ text: String) {
        #expect(IPAddress(text)?.isLoopback == false)
    }

    @Test(
        "lie in blocks",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.1.1", true),
            ("192.0.2.128/25", "192.0.2.127", false), ("192.0.2.128/25", "192.0.2.128", true),
            ("0.0.0.0/0", "1.2.3.4", true), ("0.0.0.0/0", "::1", false), ("127.0.0.1", "127.0.0.1", true),
            ("127.0.0.1", "127.0.0.2", false), ("2001:db8::/32", "2001:db8:ffff::1", true),
            ("2001:db8::/32", "2001:db9::", false), ("::/0", "::1", true), ("fe80::/10", "febf::1", true),
            ("fe80::/10", "fec0::1", false), ("::ffff:0:0/96", "::ffff:1.2.3.4", true), ("::1/128", "::1", true),
        ])
    func block(_ text: String, _ address: String, _ isInside: Bool) throws {
        let block = try #require(AddressBlock(text))
        #expect(block.contains(try #require(IPAddress(address))) == isInside)
        #expect(AddressBlock(block.description) == block)
    }

    @Test(
        "no block is what is no address, has no such prefix, or bits behind it",
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "::/129", "10.0.0.1/8", "10.0.0.0/08", "10.0.0.0/-1", "10.0.0.0/8/8",
            "x/8",
        ])
    func noBlock(_ text: String) {
        #expect(AddressBlock(text) == nil)
    }
}
