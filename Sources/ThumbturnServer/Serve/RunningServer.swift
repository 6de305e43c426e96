// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import WireFormats

/// A running server: its sockets, endpoints and background work.
@available(macOS 15, *)
struct RunningServer: Sendable {
    private let server: HTTPServer
    private let certificates: CertificateFiles
    private let housekeeping: Housekeeping
    private let log: Log
    private let requests: RequestLog
    /// The addresses that it listens on, with their actual ports.
    let addresses: HTTPServer.BoundAddresses

    init(
        _ settings: ServerSettings, master: MasterKey, storage: any Storage, stored: StoredConfiguration, log: Log
    ) async throws(CommandFailure) {
        let requests = RequestLog(log)
        let clock = try await ClockWatch(storage, log: log)
        let keyRing = KeyRing(master: master, storage: storage, generatesEagerly: true)
        let hosts = ServedConfiguration(keyRing: keyRing, master: master)
        let services = Services(
            storage: storage, keyRing: keyRing, served: try await hosts.prepare(stored.configuration),
            options: Services.Options(settings, expiryClock: clock.clock, log: requests))
        let endpoints = Endpoints(services)
        let descriptors = DescriptorLimit.raise()
        let domains = stored.configuration.domains.keys.sorted()
        var configuration = HTTPServerConfiguration(settings, endpoints: endpoints, descriptors: descriptors)
        configuration.certifiedHosts = domains
        server = HTTPServer(configuration: configuration) { request, facts in
            await endpoints.respond(to: request, over: facts)
        }
        addresses = try await Self.start(server, keyRing: keyRing, domains: domains)
        self.log = log
        self.requests = requests
        let certificates = CertificateFiles(settings.transportSecurity, for: domains, server: server, log: log)
        self.certificates = certificates
        housekeeping = Housekeeping(
            services: services, hosts: hosts, certificates: certificates, clock: clock,
            retention: settings.retention, revision: stored.revision, log: requests)
        housekeeping.start()
        logStart(settings, domains: domains, descriptors: descriptors, connections: configuration.maximumConnections)
    }

    private static func start(
        _ server: HTTPServer, keyRing: KeyRing, domains: [String]
    ) async throws(CommandFailure) -> HTTPServer.BoundAddresses {
        do throws(ServerStartError) {
            return try await server.start()
        } catch {
            // Key generation in the background must end before the process does.
            for host in domains {
                try? await keyRing.prepareNext(host: host, at: .now())
            }
            throw .failed("The server can't start: \(error.explanation)")
        }
    }

    private func logStart(
        _ settings: ServerSettings, domains: [String], descriptors: DescriptorLimit, connections: Int
    ) {
        log.write(
            .serverStarted,
            fields: [
                "url": .string("\(settings.url)"), "version": .string(VersionCommand.version),
                "listen": .array(addresses.map { .string("\($0)") }),
                "domains": .array(domains.map(JSONValue.string)),
                "descriptors": .number(JSONNumber(Int64(descriptors.count))),
                "connections": .number(JSONNumber(Int64(connections))),
            ])
    }

    func reloadCertificates() {
        certificates.reload()
    }

    /// Finishes pending requests and stops.
    func stop() async {
        log.write(.serverStopping)
        await housekeeping.stop()
        await server.shutdown()
        requests.reportSkipped()
        log.write(.serverStopped)
    }
}

extension Services.Options {
    fileprivate init(_ settings: ServerSettings, expiryClock: ExpiryClock, log requests: RequestLog) {
        self.init()
        self.expiryClock = expiryClock
        version = VersionCommand.version
        forwarding = Forwarding(trustedProxies: settings.trustedProxies, fields: settings.proxyHeaders)
        limits = RateLimits(rules: settings.rateLimits)
        servesDemo = settings.servesDemo
        record = { requests.write($0) }
        notify = { requests.log.write($0) }
    }
}
