// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
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
