// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPEndpoints
import OutgoingTransfers
import WireFormats

/// One domain, as browsers and applications see it.
///
/// A finding that makes others meaningless ends the examination: without an address there is no certificate.
struct SiteExamination: Sendable {
    /// The seconds by which clocks may differ.
    private static let clockTolerance: Int64 = 60

    private let domain: CustomDomain
    private let configuration: ConfigurationSnapshot
    /// Reads the IDs of the keys that this server publishes: after what is at the URL, because a new server's first key
    /// is stored when it is asked for.
    private let keys: @Sendable () -> Set<String>
    private let browser: SiteBrowser
    private let mark: String?
    private let settings: ServerSettings
    private let now: Timestamp

    init(
        _ domain: CustomDomain, in configuration: ConfigurationSnapshot, keys: @escaping @Sendable () -> Set<String>,
        browser: SiteBrowser,
        mark: String?, now: Timestamp, settings: ServerSettings
    ) {
        self.domain = domain
        self.configuration = configuration
        self.keys = keys
        self.browser = browser
        self.mark = mark
        self.now = now
        self.settings = settings
    }

    func findings() async -> [Finding] {
        let response: OutgoingHTTPResponse
        do throws(TransferError) {
            response = try await browser.load(url(of: HealthEndpoints.livenessPath), mark: mark)
        } catch {
            return [await finding(for: error)]
        }
        var findings = CertificateExamination(of: domain.host, at: "\(origin)", now: now).expiryFindings(response)
        findings += clockFindings(response)
        if let inspected = response.value(of: InspectedRequest.field).flatMap({ InspectedRequest($0) }) {
            let (finding, isFatal) = proxyFinding(inspected)
            if let finding { findings.append(finding) }
            if isFatal { return findings }
        }
        if let finding = await identityFinding() { return findings + [finding] }
        let files = AssociationExamination(domain, in: configuration, browser: browser)
        return findings + (await files.findings())
    }

    // MARK: Places

    /// The name of the examined site in a sentence.
    var place: String { "\(origin)" }

    private var origin: WebOrigin { configuration.origin(of: domain.host) }

    private func url(of path: Path) -> String { "\(origin)\(path.text)" }

    private func finding(_ kind: FindingKind, at place: String? = nil, with values: [String: String] = [:]) -> Finding {
        let known = [
            "host": domain.host, "url": place ?? "\(origin)", "origin": "\(origin)", "file": "\(settings.database)",
            "authority": "\(domain.host):\(origin.port ?? origin.scheme.defaultPort)",
        ]
        let safe = values.mapValues { TerminalText.safe($0, limit: 300) }
        return Finding(kind, at: place ?? "\(origin)", with: known.merging(safe) { $1 })
    }

    // MARK: The connection

    private func finding(for error: TransferError) async -> Finding {
        switch error {
        case .hostNotFound: finding(.dnsNotFound)
        case .timedOut: finding(.siteTimedOut)
        case .handshakeFailed(let reason):
            await CertificateExamination(of: domain.host, at: "\(origin)", now: now)
                .finding(among: try? browser.certificates(at: "\(origin)/"), reason: reason)
                ?? finding(.certificateHandshake, with: ["reason": reason])
        default: finding(.siteUnreachable, with: ["reason": "\(error)"])
        }
    }

    private func clockFindings(_ response: OutgoingHTTPResponse) -> [Finding] {
        guard let date = response.value(of: "Date").flatMap({ HTTPDate.time($0) }) else { return [] }
        let seconds = date.secondsSince1970 - now.secondsSince1970
        return abs(seconds) > Self.clockTolerance ? [finding(.clockDiffers, with: ["seconds": "\(seconds)"])] : []
    }

    // MARK: Proxies

    /// Returns what is wrong with the proxy, and whether the server rejects requests because of it.
    private func proxyFinding(_ inspected: InspectedRequest) -> (Finding?, isFatal: Bool) {
        let values = ["peer": inspected.peer, "seen": inspected.host ?? "another one"]
        let isRejected = origin.scheme == .https && !inspected.isSecure
        guard inspected.isPeerTrusted else {
            let isProxied = inspected.hasForwardedFields || isRejected
            return (isProxied ? finding(.proxyUntrusted, with: values) : nil, isRejected)
        }
        if isRejected { return (finding(.proxyScheme, with: values), true) }
        if inspected.host != domain.host { return (finding(.proxyHost, with: values), true) }
        return (inspected.hasForwardedAddress ? nil : finding(.proxyAddress, with: values), false)
    }

    // MARK: The server

    /// Returns why what answers is not this server at its own URL.
    private func identityFinding() async -> Finding? {
        let (place, keysPlace) = (url(of: DocumentEndpoints.discoveryPath), url(of: DocumentEndpoints.keysPath))
        let discovery: OutgoingHTTPResponse
        let published: OutgoingHTTPResponse
        do throws(TransferError) {
            discovery = try await browser.load(place)
            published = try await browser.load(keysPlace)
        } catch {
            return await finding(for: error)
        }
        for (response, url) in [(discovery, place), (published, keysPlace)] where response.status != 200 {
            if let target = response.redirectTarget {
                return finding(.siteRedirected, at: url, with: ["target": target])
            }
            return finding(.siteStatus, at: url, with: ["status": "\(response.status)"])
        }
        let found = (published.json?["keys"]?.arrayValue ?? []).compactMap { $0.objectValue?["kid"]?.stringValue }
        guard !keys().isDisjoint(with: found) else { return finding(.serverOther) }
        let issuer = discovery.json?["issuer"]?.stringValue ?? "none"
        let expected = configuration.issuer(of: domain.host)
        return issuer == expected
            ? nil : finding(.siteIssuer, at: place, with: ["issuer": issuer, "expected": expected])
    }
}

extension OutgoingHTTPResponse {
    /// The destination of the redirect; `nil` if the response is none.
    var redirectTarget: String? {
        (300..<400).contains(status) ? value(of: "Location") ?? "another place" : nil
    }

    var json: JSONObject? { (try? JSONReader.read(body))?.objectValue }
}

/// The dates of HTTP (RFC 9110, section 5.6.7).
enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that may be sent; `nil` for anything else.
    static func time(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", parts[1].count == 2,
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
