// SPDX-License-Identifier: Apache-2.0

import Configuration
import PublicSuffixes
import WireFormats

/// The configuration at the server's URL: what browsers are going to reject, and what is left from a developer's
/// machine.
struct ConfigurationExamination {
    /// Browsers read related origins of so many names (WebAuthn Level 3, section 5.11.1).
    private static let relatedNames = 5

    private(set) var findings: [Finding] = []
    private let configuration: ConfigurationSnapshot
    private let suffixes = PublicSuffixRule.listed

    init(_ configuration: ConfigurationSnapshot, settings: ServerSettings, lacking needs: [SendingNeed]) {
        self.configuration = configuration
        let url = configuration.url
        for need in needs {
            append(
                need.medium == .mail ? .mailOff : .messagesOff, at: need.path,
                with: ["path": need.path, "consequence": need.consequence])
        }
        guard url.isLoopback || url.scheme == .https else {
            append(.urlPlain, at: "\(url)", with: ["url": "\(url)", "host": url.host])
            return
        }
        if configuration.domain(at: url.host) == nil {
            let domains = configuration.domains.keys.sorted().joined(separator: ", ")
            append(.hostUnserved, at: url.host, with: ["host": url.host, "domains": domains])
        }
        for domain in configuration.domains.values.sorted(by: { $0.host < $1.host }) { examine(domain) }
        for client in configuration.clients.values.sorted(by: { $0.id < $1.id }) { examine(client) }
        for warning in configuration.developmentWarnings {
            findings.append(
                Finding(
                    .developmentSetting, at: warning.path, because: "\(warning.message) \(warning.remedy)",
                    with: ["path": warning.path, "data": settings.dataDirectory]))
        }
    }

    private mutating func append(_ kind: FindingKind, at place: String, with values: [String: String]) {
        findings.append(Finding(kind, at: place, with: values.mapValues { TerminalText.safe($0, limit: 300) }))
    }

    private mutating func examine(_ domain: CustomDomain) {
        let scope = domain.relyingPartyID
        if let name = try? HostName(scope), suffixes.classify(name) == .publicSuffix,
            name.parent != nil || PublicSuffixes.isListed(scope)
        {
            append(.publicSuffix, at: domain.host, with: ["host": domain.host, "suffix": scope])
        }
        let labels = Set(configuration.relatedOrigins(of: domain.host).map { Self.registrableLabel(of: $0.host) })
        if labels.count > Self.relatedNames {
            append(
                .relatedOriginsMany, at: domain.host,
                with: [
                    "host": domain.host, "count": "\(labels.count)",
                    "labels": labels.sorted().joined(separator: ", "),
                ])
        }
    }

    /// The label below the public suffix, by which browsers count.
    private static func registrableLabel(of host: String) -> String {
        var name = Substring(host)
        while let dot = name.firstIndex(of: ".") {
            let parent = name[name.index(after: dot)...]
            if !parent.contains(".") || PublicSuffixes.isListed(String(parent)) { return String(name[..<dot]) }
            name = parent
        }
        return String(name)
    }

    private mutating func examine(_ client: Client) {
        // Its settings have a warning of their own.
        guard !configuration.isLeftBehind(client) else { return }
        examineOrigins(of: client)
        for callback in client.callbacks {
            let values = ["client": client.id, "callback": callback.text]
            if callback.isPlainHTTP {
                append(.callbackPlain, at: client.id, with: values)
            } else if !configuration.url.isLoopback, client.applicationType != .native,
                callback.text.hasPrefix("http://")
            {
                // A command line or a desktop application receives codes on its own machine (RFC 8252, section 7.3).
                append(.callbackLocal, at: client.id, with: values)
            }
        }
    }

    private mutating func examineOrigins(of client: Client) {
        guard client.grantTypes.contains(.passkey) else { return }
        let hosts = configuration.domains.keys.filter { configuration.allows(client, at: $0) }
        let scopes = Set(hosts.compactMap { configuration.domain(at: $0)?.relyingPartyID })
        let related = Set(hosts.flatMap { configuration.relatedOrigins(of: $0) })
        for origin in client.webOrigins where !related.contains(origin) {
            let isInside = scopes.contains { origin.host == $0 || origin.host.hasSuffix("." + $0) }
            guard !isInside, !(origin.isLoopback && configuration.url.isLoopback) else { continue }
            append(
                .originOutside, at: client.id,
                with: [
                    "client": client.id, "origin": "\(origin)", "scopes": scopes.sorted().joined(separator: " and "),
                ])
        }
    }
}

extension Finding {
    static func unreadableConfiguration(_ failure: ConfigurationFailure, settings: ServerSettings) -> Finding {
        let problem = failure.problems.first.map { "The stored configuration is invalid: \($0)" }
        return Finding(
            .configurationUnreadable, at: "\(settings.database)",
            because: problem.map { TerminalText.safe($0, limit: 500) },
            with: ["data": settings.dataDirectory])
    }
}
