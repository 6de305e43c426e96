// SPDX-License-Identifier: Apache-2.0

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

/// The number of files and sockets that the process may have open.
package struct DescriptorLimit: Hashable, Sendable {
    package let count: Int

    package init(count: Int) {
        self.count = count
    }

    /// Raises the limit as far as the system allows.
    package static func raise() -> DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return DescriptorLimit(count: 256) }
        let wanted = min(limit.rlim_max, maximum)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = wanted
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(count: Int(clamping: limit.rlim_cur))
    }

    /// The connection limit. The remaining descriptors are for the database, the log, event loops and closing sockets.
    package var connections: Int {
        min(10_000, max(count - 160, count / 2))
    }

    /// The connection limit of one IPv4 address or one IPv6 /64 network.
    package var connectionsPerPeer: Int {
        min(256, max(16, connections / 8))
    }

    #if canImport(Glibc)
        private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        /// Enough for the largest connection limit and everything else.
        private static let maximum: rlim_t = 65_536
    #else
        private static let resource = RLIMIT_NOFILE
        /// `OPEN_MAX`: macOS refuses more.
        private static let maximum: rlim_t = 10_240
    #endif
}
