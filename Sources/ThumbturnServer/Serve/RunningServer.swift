// SPDX-License-Identifier: Apache-2.0

import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import WireFormats

/// The server while it runs: sockets, endpoints and what goes on beside them.
@available(macOS 15, *)
struct RunningServer: Sendable {
    private let server: HTTPServer
    private let certificates: CertificateFiles
    private let housekeeping: Housekeeping
    private let log: Log
    private let requests: RequestLog

    init(
        _ settings: ServerSettings, _ master: MasterKey, _ storage: any Storage,
        _ stored: StoredConfiguration
    ) async throws(CommandFailure) {
        let log = Log.standard(level: settings.logLevel)
        let requests = RequestLog(log)
        let keyRing = KeyRing(master: master, storage: storage, isInHurry: true)
        let hosts = ServedConfiguration(keyRing: keyRing, master: master)
        var services = Services(
            storage: storage, keyRing: keyRing, served: try await hosts.prepare(stored.directory))
        let clock = try await ClockWatch(storage, log: log)
        services.expiryClock = clock.clock
        services.version = VersionCommand.version
        services.forwarding = Forwarding(trustedProxies: settings.trustedProxies, fields: settings.proxyHeaders)
        services.limits = RateLimits(rules: settings.rateLimits)
        services.record = { requests.write($0) }
        services.notify = { log.warning($0.event, $0.fields) }
        let endpoints = Endpoints(services)
        server = HTTPServer(configuration: HTTPServerConfiguration(settings, endpoints)) { request, facts in
            await endpoints.answer(request, facts)
        }
        let addresses: HTTPServer.BoundAddresses
        do throws(ServerStartError) {
            addresses = try await server.start()
        } catch {
            // What still makes keys has to end before the process does.
            for host in stored.directory.domains.keys.sorted() {
                try? await keyRing.prepareNext(host: host, at: .now())
            }
            throw .failed("The server can't start: \(error.explanation)")
        }
        self.log = log
        self.requests = requests
        let certificates = CertificateFiles(settings.transportSecurity, server: server, log: log)
        self.certificates = certificates
        housekeeping = Housekeeping(
            services: services, hosts: hosts, certificates: certificates, clock: clock,
            revision: stored.revision, log: requests)
        housekeeping.start()
        log.info(
            "server.started",
            [
                "url": .string("\(settings.url)"), "version": .string(services.version),
                "listen": .array(addresses.map { .string("\($0.host):\($0.port)") }),
                "domains": .array(stored.directory.domains.keys.sorted().map(JSONValue.string)),
            ])
    }

    func reloadCertificates() {
        certificates.reload()
    }

    /// Finishes what is under way.
    func stop() async {
        log.info("server.stopping")
        await housekeeping.stop()
        await server.shutdown()
        requests.reportSkipped()
        log.info("server.stopped")
    }
}

@available(macOS 15, *)
extension HTTPServerConfiguration {
    /// Bodies are small: the largest is an attestation with its certificates.
    private static let largestBody = 262_144

    init(_ settings: ServerSettings, _ endpoints: Endpoints) {
        self.init(addresses: [
            ListenAddress(
                host: "\(settings.listen.address)", port: settings.listen.port,
                isSecure: settings.transportSecurity != nil)
        ])
        limits.body = Self.largestBody
        let proxies = settings.trustedProxies
        isExemptFromPeerLimit = { peer in
            IPAddress(bytes: peer.bytes).map { address in proxies.contains { $0.contains(address) } } ?? false
        }
        errorResponder = { endpoints.answer($0) }
        tls = settings.transportSecurity.map {
            TLSConfiguration(certificateChainFile: $0.certificate, privateKeyFile: $0.key)
        }
    }
}

extension ServerStartError {
    /// For the person at the terminal.
    fileprivate var explanation: String {
        switch self {
        case .alreadyStarted: "it was started before."
        case .addressMalformed(let host): "\(host) is no address. Write one such as 127.0.0.1 or ::."
        case .notListening(let host, let port, let reason):
            "\(host):\(port) is not free: \(reason). Stop what listens there, or name another port with --listen."
        case .loopUnavailable(let reason): "the system has no event loop for it: \(reason)."
        case .certificateMissing: "it has no certificate. Give --tls-cert and --tls-key."
        case .tls(let error): "TLS can't be spoken with these files: \(error)"
        }
    }
}
