// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import OutgoingTransfers
import ServerHarness
import TestSupport
import Testing

struct RefusedAddressTests {
    private static func error(
        of url: String, addresses: [String: String]? = nil, refusing refusesPrivateAddresses: Bool = true
    ) async -> TransferError? {
        var options = OutgoingHTTPClient.Options(userAgent: "Thumbturn/test")
        options.allowsPlainHTTP = true
        options.refusesPrivateAddresses = refusesPrivateAddresses
        options.addresses = addresses
        let client = OutgoingHTTPClient(options)
        defer { client.close() }
        var request = OutgoingHTTPRequest(url)
        (request.connectTimeout, request.timeout) = (120_000, 120_000)
        do throws(TransferError) {
            _ = try await client.send(request)
            return nil
        } catch {
            return error
        }
    }

    @available(macOS 15, *)
    @Test(arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]", "0.0.0.0"])
    func `no connection to this machine is opened, however it is called`(host: String) async throws {
        try await TestReceiver.running { receiver in
            #expect(await Self.error(of: "http://\(host):\(receiver.port)/") == .addressRefused)
            #expect(receiver.requests.isEmpty)
        }
    }

    /// As a name does whose owner changes its address after it was checked.
    @available(macOS 15, *)
    @Test func `the address that a name has in the end is judged`() async throws {
        try await TestReceiver.running { receiver in
            let url = "http://public.example:\(receiver.port)/"
            #expect(await Self.error(of: url, addresses: ["public.example": "127.0.0.1"]) == .addressRefused)
            #expect(
                await Self.error(of: url, addresses: ["public.example": "127.0.0.1"], refusing: false) == nil)
            #expect(receiver.requests.count == 1)
        }
    }

    @available(macOS 15, *)
    @Test(arguments: [
        "10.0.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "[fd00:ec2::254]", "[fe80::1]", "224.0.0.1",
        "192.0.2.1",
    ])
    func `no connection to a network around this machine is opened`(host: String) async throws {
        #expect(await Self.error(of: "http://\(host)/") == .addressRefused)
    }
}
