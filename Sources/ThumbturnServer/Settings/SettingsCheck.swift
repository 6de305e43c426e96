// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import OutgoingTransfers
import WireFormats

/// A check whether settings match each other and this machine.
struct SettingsCheck {
    let settings: ServerSettings
    let draft: SettingsDraft
    /// Whether the command uses all settings.
    let isWhole: Bool

    /// Returns the problems, without those that follow from a setting that was already rejected.
    func problems(besides rejected: Set<String>) -> [SettingProblem] {
        var problems: [SettingProblem] = []
        if isWhole { problems += transport(besides: rejected) }
        problems += files
        if let mailSecret { problems.append(mailSecret) }
        if let problem = unsignedMessages(besides: rejected) { problems.append(problem) }
        if isWhole, settings.mail != .off, settings.sender == nil {
            problems.append(
                SettingProblem(
                    source: "--mail-from", message: "Mail has no sender: the URL's host is an IP address.",
                    remedy: "Give --mail-from, such as no-reply@example.com."))
        }
        return problems
    }

    /// A user without a secret, or a secret without a user: then nothing would be sent.
    private var mailSecret: SettingProblem? {
        guard isWhole, case .relay(let relay)? = draft.mail?.destination else { return nil }
        let hasSecret = draft.mailPassword != nil || draft.mailTokenFile != nil
        guard hasSecret != (draft.mail?.user != nil) else { return nil }
        return hasSecret
            ? SettingProblem(
                source: "--mail", message: "There is a secret for \(relay.host), but no user.",
                remedy: "Name the user, as in smtps://USER@\(relay.host). Write @ in it as %40.")
            : SettingProblem(
                source: "--mail", message: "There is no password for the user at \(relay.host).",
                remedy: "Set THUMBTURN_MAIL_PASSWORD, --mail-password-file or --mail-token-file.")
    }

    /// A service without a key, or a key without a service: then nothing would be sent.
    private func unsignedMessages(besides rejected: Set<String>) -> SettingProblem? {
        let names = ["messages", "messages-key", "messages-key-file"]
        guard isWhole, (settings.messagesURL == nil) != (settings.messagesKey == nil),
            rejected.isDisjoint(with: names.flatMap { ["--\($0)", Self.variable($0)] })
        else { return nil }
        return settings.messagesURL == nil
            ? SettingProblem(
                source: "--messages", message: "There is a key for text messages, but no service.",
                remedy: "Give --messages with the URL of the service, or leave out the key.")
            : SettingProblem(
                source: "--messages", message: "There is no key that signs text messages.",
                remedy: "Set THUMBTURN_MESSAGES_KEY or --messages-key-file.")
    }

    private func transport(besides rejected: Set<String>) -> [SettingProblem] {
        let isRejected = { (name: String) in rejected.contains("--\(name)") || rejected.contains(Self.variable(name)) }
        let hasProxy = !settings.trustedProxies.isEmpty || isRejected("trusted-proxy")
        let isSecure = !settings.transportSecurity.isEmpty || isRejected("tls-cert") || isRejected("tls-key")
        var problems = hasProxy ? [] : missingProxy
        if let unpairedCertificate {
            problems.append(unpairedCertificate)
        } else if !isSecure, !hasProxy, let problem = plainHTTP(isListenRejected: isRejected("listen")) {
            problems.append(problem)
        }
        return problems + repeatedAddresses
    }

    /// The problems of settings that need a proxy, if none is declared.
    private var missingProxy: [SettingProblem] {
        var problems: [SettingProblem] = []
        if draft.url?.isPlain == true {
            problems.append(
                SettingProblem(
                    source: "--url", message: "\(settings.url) is plain HTTP, where browsers don't support passkeys.",
                    remedy: "Use https://. Plain HTTP works only for localhost or behind a --trusted-proxy."))
        }
        if settings.proxyHeaders != .either {
            problems.append(
                SettingProblem(
                    source: "--proxy-headers", message: "No proxy is declared, so no headers are read.",
                    remedy: "Declare the proxy with --trusted-proxy, or leave out --proxy-headers."))
        }
        return problems
    }

    private var unpairedCertificate: SettingProblem? {
        guard draft.certificates.count != draft.keys.count else { return nil }
        let isKeyMissing = draft.keys.count < draft.certificates.count
        let (given, missing) = isKeyMissing ? ("--tls-cert", "--tls-key") : ("--tls-key", "--tls-cert")
        return SettingProblem(
            source: given, message: "It needs \(missing) as well.",
            remedy: "Give both or neither. The keys are in the same order as the certificates.")
    }

    /// The problem of a server without TLS and without a proxy, if its addresses or its URL need either.
    private func plainHTTP(isListenRejected: Bool) -> SettingProblem? {
        let remedy = "Give --tls-cert and --tls-key, or declare the proxy in front with --trusted-proxy."
        if !isListenRejected, let open = settings.listen.first(where: { !$0.address.isLoopback }) {
            return SettingProblem(
                source: "--listen", message: "\(open) can be reached from other machines over plain HTTP.",
                remedy: remedy)
        }
        guard settings.url.scheme == .https else { return nil }
        return SettingProblem(
            source: "--url", message: "\(settings.url) is HTTPS, but neither TLS nor a proxy is configured.",
            remedy: remedy)
    }

    private var repeatedAddresses: [SettingProblem] {
        var seen: Set<ServerSettings.Endpoint> = []
        var problems = settings.listen.filter { $0.port != 0 && !seen.insert($0).inserted }.map {
            SettingProblem(source: "--listen", message: "\($0) is given twice.", remedy: "Give each address once.")
        }
        if let metrics = settings.metricsListen, seen.contains(metrics) {
            problems.append(
                SettingProblem(
                    source: "--metrics-listen", message: "\(metrics) is where the server itself listens.",
                    remedy: "Choose another port: metrics are not public."))
        }
        return problems
    }

    private var files: [SettingProblem] {
        var problems: [SettingProblem] = []
        let named =
            draft.certificates.map { ("--tls-cert", $0) } + draft.keys.map { ("--tls-key", $0) }
            + [settings.configurationFile].compactMap(\.self).map { ("--config", $0) }
        for (source, path) in named where !FileAccess.canRead(path) {
            problems.append(
                SettingProblem(
                    source: source, message: "\(path) can't be read.",
                    remedy: "Check the path and its permissions."))
        }
        if let problem = FileAccess.problem(ofFolder: settings.dataDirectory) {
            problems.append(
                SettingProblem(source: "--data", message: problem, remedy: "Choose a folder that can be written."))
        }
        return problems
    }

    private static func variable(_ name: String) -> String {
        ServerSettings.table.first { $0.name == name }?.environment ?? ""
    }
}
