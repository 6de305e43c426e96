// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import WireFormats

extension ServerSettings {
    /// Every setting there is. Help and documentation are made from this table, and nothing else reads the environment.
    static let table: [ServerSetting] = [
        ServerSetting(
            name: "url", value: "URL", fallback: "http://localhost:8080",
            explanation: "where people reach the server; its scheme and port are all domains'"
        ) { text, draft throws(ValueRejection) in draft.url = try SettingURL(text) },
        ServerSetting(
            name: "listen", value: "ADDR:PORT", fallback: "127.0.0.1 and the port of a local URL, else 8080",
            explanation:
                "where it accepts connections; without TLS and without a proxy, on this machine only; may be repeated",
            isList: true
        ) { text, draft throws(ValueRejection) in draft.listen.append(try Endpoint(text)) },
        ServerSetting(
            name: "data", value: "DIR", fallback: "thumbturn-data",
            explanation: "the folder with database and master key; it is made if its parent exists"
        ) { text, draft throws(ValueRejection) in draft.dataDirectory = text },
        ServerSetting(
            name: "database", value: "sqlite:PATH", fallback: "sqlite:DIR/thumbturn.sqlite",
            explanation: "where everything is stored"
        ) { text, draft throws(ValueRejection) in draft.database = try Database(text) },
        ServerSetting(
            name: "config", value: "FILE", fallback: "what is stored, or a configuration for the URL",
            explanation: "domains, connections, clients and resource servers as JSON, applied at start"
        ) { text, draft throws(ValueRejection) in draft.configurationFile = text },
        ServerSetting(
            name: "tls-cert", value: "FILE", fallback: "plain HTTP",
            explanation:
                "a certificate and its chain as PEM, read again when it changes; may be repeated, one for each domain",
            isList: true
        ) { text, draft throws(ValueRejection) in draft.certificates.append(text) },
        ServerSetting(
            name: "tls-key", value: "FILE", fallback: "plain HTTP",
            explanation: "the certificate's private key as PEM; repeated in the order of the certificates", isList: true
        ) { text, draft throws(ValueRejection) in draft.keys.append(text) },
        ServerSetting(
            name: "trusted-proxy", value: "CIDR", fallback: "none",
            explanation:
                "addresses of proxies, such as 10.0.0.0/8, whose forwarded headers are believed; may be repeated",
            isList: true
        ) { text, draft throws(ValueRejection) in
            guard let block = AddressBlock(text) else {
                throw ValueRejection(
                    "is no block of addresses",
                    remedy: "Write 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32, without bits behind the prefix.")
            }
            draft.trustedProxies.append(block)
        },
        ServerSetting(
            name: "proxy-headers", value: "x-forwarded|forwarded",
            fallback: "both, where they do not contradict each other",
            explanation: "the headers that the proxies write: X-Forwarded-For, -Proto and -Host, or Forwarded"
        ) { text, draft throws(ValueRejection) in
            guard let fields = Forwarding.Fields(rawValue: text), fields != .either else {
                throw ValueRejection("is not known", remedy: "Write x-forwarded or forwarded.")
            }
            draft.proxyHeaders = fields
        },
        ServerSetting(
            name: "log-level", value: "LEVEL", fallback: "info",
            explanation: "how much is logged: error, warning, info, or debug, which leaves no request out"
        ) { text, draft throws(ValueRejection) in
            guard let level = LogRecord.Level(rawValue: text) else {
                throw ValueRejection("is not a log level", remedy: "Write error, warning, info or debug.")
            }
            draft.logLevel = level
        },
        ServerSetting(
            name: "rate-limits", value: "FACTOR|off", fallback: "1",
            explanation: "how many times as much as usual may be asked for from an address, and tried at an account"
        ) { text, draft throws(ValueRejection) in draft.rateLimits = try RateLimitRules(text) },
        ServerSetting(
            name: "keep-events", value: "DAYS", fallback: "400d",
            explanation: "how long audit events are kept, such as 90d, or forever"
        ) { text, draft throws(ValueRejection) in draft.retention.events = try Retention.days(text) },
        ServerSetting(
            name: "keep-sign-ins", value: "DAYS", fallback: "400d",
            explanation: "how long it is kept when and how each person signed in, such as 90d, or forever"
        ) { text, draft throws(ValueRejection) in draft.retention.signIns = try Retention.days(text) },
        ServerSetting(
            name: "master-key", value: "KEY", fallback: "the file DIR/master.key, which is made at first start",
            explanation: "32 bytes in base64url, under which signing keys are stored", isSecret: true
        ) { text, draft throws(ValueRejection) in draft.masterKey = try MasterKey(text) },
    ]

    /// The options of a command that takes these settings; all of them where none is named.
    static func options(_ names: String...) -> [CommandOption] {
        table.filter { names.isEmpty || names.contains($0.name) }.compactMap(\.commandOption)
    }
}
