// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPEndpoints
import HTTPServer
import IdentityModel
import KnownPasswords
import OpenIDProvider
import PasswordHashing
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
    private let metricsListener: MetricsListener?
    private let hashingPool: HashingPool
    /// The addresses that it listens on, with their actual ports.
    let addresses: HTTPServer.BoundAddresses

    init(
        _ settings: ServerSettings, master: MasterKey, database: OpenDatabase, stored: StoredConfiguration, log: Log,
        metrics: ServerMetrics?
    ) async throws(CommandFailure) {
        let (storage, requests) = (database.storage, RequestLog(log))
        let clock = try await ClockWatch(storage, log: log)
        let keyRing = KeyRing(master: master, storage: storage, generatesEagerly: true)
        let hosts = ServedConfiguration(keyRing: keyRing, master: master)
        let services = Services(
            storage: storage, keyRing: keyRing, served: try await hosts.prepare(stored.configuration),
            options: Services.Options(settings, expiryClock: clock.clock, log: requests, metrics: metrics))
        let endpoints = Endpoints(services)
        let descriptors = DescriptorLimit.raise()
        let domains = stored.configuration.domains.keys.sorted()
        var configuration = HTTPServerConfiguration(settings, endpoints: endpoints, descriptors: descriptors)
        configuration.certifiedHosts = domains
        let server = HTTPServer(configuration: configuration) { request, facts in
            await endpoints.respond(to: request, over: facts)
        }
        self.server = server
        hashingPool = services.options.hashingPool
        let report = metrics.map {
            MetricsReport(
                metrics: $0, server: server, services: services, statistics: database.statistics,
                connectionLimit: configuration.maximumConnections)
        }
        (metricsListener, addresses) = try await Self.start(
            server, keyRing: keyRing, domains: domains, showing: report)
        self.log = log
        self.requests = requests
        let certificates = CertificateFiles(settings.transportSecurity, for: domains, server: server, log: log)
        self.certificates = certificates
        housekeeping = Housekeeping(
            services: services, hosts: hosts, certificates: certificates, clock: clock,
            settings: settings, revision: stored.revision, log: requests, metrics: metrics)
        housekeeping.start()
        logStart(
            settings, stored, domains: domains, descriptors: descriptors, connections: configuration.maximumConnections)
    }

    /// Begins to listen, at the address of the metrics first: anyone who reads that the server runs finds them.
    private static func start(
        _ server: HTTPServer, keyRing: KeyRing, domains: [String], showing report: MetricsReport?
    ) async throws(CommandFailure) -> (MetricsListener?, HTTPServer.BoundAddresses) {
        var (listener, option): (MetricsListener?, String) = (nil, "--metrics-listen")
        do throws(ServerStartError) {
            if let report { listener = try await MetricsListener(showing: report) }
            option = "--listen"
            return (listener, try await server.start())
        } catch {
            await listener?.stop()
            // Key generation in the background must end before the process does.
            for host in domains {
                try? await keyRing.prepareNext(host: host, at: .now())
            }
            throw .failed("The server can't start: \(error.explanation(naming: option))")
        }
    }

    private func logStart(
        _ settings: ServerSettings, _ stored: StoredConfiguration, domains: [String], descriptors: DescriptorLimit,
        connections: Int
    ) {
        var fields: JSONObject = [
            "url": .string("\(settings.url)"), "version": .string(Version.current),
            "listen": .array(addresses.map { .string("\($0)") }),
            "domains": .array(domains.map(JSONValue.string)),
            "descriptors": .number(JSONNumber(Int64(descriptors.count))),
            "connections": .number(JSONNumber(Int64(connections))),
        ]
        let configuration = stored.configuration
        if configuration.connections.values.contains(where: configuration.acceptsPasswords) {
            let cost = configuration.tenant.passwordHashCost
            fields["password_hash"] = .string(
                "argon2id, \(cost.memory) KiB, \(cost.passes) passes, \(settings.hashThreads) at a time")
        }
        if let metricsAddress { fields["metrics"] = .string("\(metricsAddress)") }
        log.write(.serverStarted, fields: fields)
        log.warn(
            of: configuration.unmetNeeds(sendsMail: settings.mail != .off, sendsMessages: settings.messages != nil))
    }

    /// The address at which the metrics are served, with its actual port.
    var metricsAddress: HTTPServerConfiguration.ListenAddress? { metricsListener?.address }

    func reloadCertificates() {
        certificates.reload()
    }

    /// Finishes pending requests and stops.
    func stop() async {
        log.write(.serverStopping)
        await housekeeping.stop()
        await server.shutdown()
        await hashingPool.close()
        await metricsListener?.stop()
        requests.reportSkipped()
        log.write(.serverStopped)
    }
}

extension Services.Options {
    @available(macOS 15, *)
    fileprivate init(
        _ settings: ServerSettings, expiryClock: ExpiryClock, log requests: RequestLog, metrics: ServerMetrics?
    ) {
        self.init()
        self.expiryClock = expiryClock
        version = Version.current
        forwarding = Forwarding(trustedProxies: settings.trustedProxies, fields: settings.proxyHeaders)
        servesDemo = settings.servesDemo
        sendsMail = settings.mail != .off
        sendsMessages = settings.messages != nil
        if let folder = settings.mailboxFolder { mailbox = { folder.mails() } }
        hashingPool = HashingPool(threads: settings.hashThreads)
        knownPasswords = KnownPasswords(breached: settings.breachedPasswords)
        notify = { requests.log.write($0) }
        guard let metrics else {
            limits = RateLimits(rules: settings.rateLimits)
            record = { requests.write($0) }
            return
        }
        limits = RateLimits(rules: settings.rateLimits) { metrics.count($0, isAllowed: $1) }
        record = { request in
            requests.write(request)
            metrics.count(request)
        }
        verified = { metrics.count($0) }
        signedIn = { metrics.count($0) }
    }
}
