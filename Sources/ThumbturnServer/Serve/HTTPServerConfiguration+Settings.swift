// SPDX-License-Identifier: Apache-2.0

import CommandLine
import HTTPEndpoints
import HTTPServer
import IdentityModel
import POSIX
import WireFormats

@available(macOS 15, *)
extension HTTPServerConfiguration {
    init(_ settings: ServerSettings, endpoints: Endpoints, descriptors: DescriptorLimit) {
        let isSecure = !settings.transportSecurity.isEmpty
        self.init(
            addresses: settings.listen.map {
                ListenAddress(host: "\($0.address)", port: $0.port, isSecure: isSecure)
            })
        bodyLimit = { endpoints.bodyLimit(of: $0) }
        maximumConnections = descriptors.connections
        maximumConnectionsPerPeer = descriptors.connectionsPerPeer
        let proxies = settings.trustedProxies
        isExemptFromPeerLimit = { peer in
            IPAddress(bytes: peer.bytes).map { address in proxies.contains { $0.contains(address) } } ?? false
        }
        errorResponder = { endpoints.respond(to: $0, over: $1) }
        tls = settings.transportSecurity.map {
            TLSConfiguration(certificateChainFile: $0.certificate, privateKeyFile: $0.key)
        }
    }
}

extension DescriptorLimit {
    /// The connection limit. The remaining descriptors are for the database, the log, event loops and closing sockets.
    package var connections: Int {
        min(10_000, max(count - 160, count / 2))
    }

    /// The connection limit of one IPv4 address or one IPv6 /64 network.
    package var connectionsPerPeer: Int {
        min(256, max(16, connections / 8))
    }
}
