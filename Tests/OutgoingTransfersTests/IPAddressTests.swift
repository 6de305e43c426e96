// SPDX-License-Identifier: Apache-2.0

import OutgoingTransfers
import POSIX
import Testing

struct IPAddressTests {
    private static func address(_ text: String) throws -> IPAddress {
        var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
        try #require(inet_pton(text.contains(":") ? AF_INET6 : AF_INET, text, &bytes) == 1)
        return try #require(IPAddress(bytes))
    }

    @Test(arguments: [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255",
        "192.169.0.0", "198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.112.255", "203.0.114.0",
        "223.255.255.255",
        "2606:4700::1111", "2001:4860:4860::8888", "2a00::1", "2001:200::", "2001:db7:ffff::", "2001:db9::", "2003::",
        "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    ])
    func `the address of a host of the Internet is public`(text: String) throws {
        let address = try Self.address(text)
        #expect(address.isPublic)
    }

    @Test(arguments: [
        "0.0.0.0", "0.255.255.255", "10.0.0.0", "10.255.255.255", "100.64.0.0", "100.127.255.255", "127.0.0.1",
        "127.255.255.255", "169.254.0.0", "169.254.169.254", "169.254.255.255", "172.16.0.0", "172.31.255.255",
        "192.0.0.0",
        "192.0.0.255", "192.0.2.1", "192.88.99.1", "192.168.0.0", "192.168.255.255", "198.18.0.0", "198.19.255.255",
        "198.51.100.1", "203.0.113.255", "224.0.0.0", "239.255.255.255", "240.0.0.0", "255.255.255.255",
        "::", "::1", "::2", "::127.0.0.1", "::8.8.8.8", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "::ffff:169.254.169.254",
        "::ffff:0.0.0.0", "64:ff9b::127.0.0.1", "64:ff9b::192.168.1.1", "64:ff9b::100.64.0.1", "64:ff9b:1::8.8.8.8",
        "64:ff9b:0:0:0:1:808:808", "100::1", "1fff:ffff::", "4000::", "fbff::1", "fc00::", "fd00:ec2::254",
        "fdff:ffff::", "fe80::1", "febf::1", "fec0::1", "ff00::", "ff02::1", "2001::", "2001:1ff:ffff::",
        "2001:0:808:808::",
        "2001:db8::", "2001:db8:ffff::1", "2002:7f00:1::", "2002:808:808::1", "3fff::", "3fff:fff::1", "5f00::1",
    ])
    func `any other address is not`(text: String) throws {
        let address = try Self.address(text)
        #expect(!address.isPublic)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.255.255.255", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.0", false),
        ("0.0.0.0", false), ("::", false), ("::2", false), ("10.0.0.1", false), ("::ffff:10.0.0.1", false),
        ("7f00::1", false),
    ])
    func `an address of this machine is known`(text: String, isLoopback: Bool) throws {
        let address = try Self.address(text)
        #expect(address.isLoopback == isLoopback)
    }

    @Test(arguments: [0, 3, 5, 15, 17])
    func `an address has 4 or 16 bytes`(count: Int) {
        #expect(IPAddress([UInt8](repeating: 1, count: count)) == nil)
    }
}
