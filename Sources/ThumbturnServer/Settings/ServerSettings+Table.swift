// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPEndpoints
import IdentityModel
import KnownPasswords
import OpenIDProvider
import Outbox
import PasswordHashing
import RateLimiting
import WireFormats

extension ServerSettings {
    /// All settings. The help and the documentation are generated from this table, and nothing else reads the
    /// environment.
    package static let table: [ServerSetting] = [
        ServerSetting(
            name: "url", value: "URL", fallback: "http://localhost:8080",
            explanation: "the public URL of the server; its scheme and port apply to all domains"
        ) { text, draft throws(ValueRejection) in draft.url = try ServerURL(text) },
        ServerSetting(
            name: "listen", value: "ADDR:PORT", fallback: "127.0.0.1 and the port of a local URL, else 8080",
            explanation:
                "the address to accept connections on; without TLS or a proxy, only this machine's; may be repeated",
            isList: true
        ) { text, draft throws(ValueRejection) in draft.settings.listen.append(try Endpoint(text)) },
        ServerSetting(
            name: "data", value: "DIR", fallback: "thumbturn-data",
            explanation: "the folder with the database and the master key; created if its parent exists"
        ) { text, draft throws(ValueRejection) in draft.settings.dataDirectory = text },
        ServerSetting(
            name: "database", value: Database.form, fallback: Database.standard(in: "DIR").setting,
            explanation: "the database"
        ) { text, draft throws(ValueRejection) in draft.database = try Database(text) },
        ServerSetting(
            name: "config", value: "FILE", fallback: "the stored configuration, or a default for the URL",
            explanation: "the configuration (JSON) that is applied at start"
        ) { text, draft throws(ValueRejection) in draft.settings.configurationFile = text },
        ServerSetting(
            name: "relying-party", value: "DOMAIN", fallback: "the URL's host",
            explanation:
                "the domain that the default configuration binds passkeys to: the URL's host, or a domain above it for all its hosts"
        ) { text, draft throws(ValueRejection) in draft.settings.relyingParty = try HostName(text) },
        ServerSetting(
            name: "tls-cert", value: "FILE", fallback: "plain HTTP",
            explanation:
                "a certificate and its chain as PEM, reloaded when it changes; may be repeated, one for each domain",
            isList: true
        ) { text, draft throws(ValueRejection) in draft.certificates.append(text) },
        ServerSetting(
            name: "tls-key", value: "FILE", fallback: "plain HTTP",
            explanation: "the certificate's private key as PEM; repeat it in the order of the certificates",
            isList: true
        ) { text, draft throws(ValueRejection) in draft.keys.append(text) },
        ServerSetting(
            name: "trusted-proxy", value: "CIDR", fallback: "none",
            explanation:
                "addresses of proxies, such as 10.0.0.0/8, whose forwarded headers are used; may be repeated",
            isList: true
        ) { text, draft throws(ValueRejection) in
            guard let block = AddressBlock(text) else {
                throw ValueRejection(
                    "is not an address block",
                    remedy: "Write 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32, with no bits set after the prefix.")
            }
            draft.settings.trustedProxies.append(block)
        },
        ServerSetting(
            name: "proxy-headers", value: "x-forwarded|forwarded",
            fallback: "both, unless they contradict each other",
            explanation: "the headers that the proxies set: X-Forwarded-For, -Proto and -Host, or Forwarded"
        ) { text, draft throws(ValueRejection) in
            guard let fields = Forwarding.Fields(rawValue: text), fields != .either else {
                throw ValueRejection("is not a known kind of headers", remedy: "Write x-forwarded or forwarded.")
            }
            draft.settings.proxyHeaders = fields
        },
        ServerSetting(
            name: "log-level", value: "LEVEL", fallback: "info",
            explanation: "how much is logged: error, warning, info, or debug, which never skips a request"
        ) { text, draft throws(ValueRejection) in
            guard let level = LogRecord.Level(rawValue: text) else {
                throw ValueRejection("is not a log level", remedy: "Write error, warning, info or debug.")
            }
            draft.settings.logLevel = level
        },
        ServerSetting(
            name: "metrics-listen", value: "ADDR:PORT", fallback: "no metrics",
            explanation:
                "the address at which /metrics is served, over plain HTTP; a port alone means this machine's"
        ) { text, draft throws(ValueRejection) in
            draft.settings.metricsListen = try Endpoint(text.contains(":") ? text : "127.0.0.1:\(text)")
        },
        ServerSetting(
            name: "rate-limits", value: "FACTOR|off", fallback: "1",
            explanation: "the factor for the limits on requests from an address and attempts at an account"
        ) { text, draft throws(ValueRejection) in draft.settings.rateLimits = try RateLimitRules(text) },
        ServerSetting(
            name: "demo", value: "on|off", fallback: "off",
            explanation: "whether the sample application is served at /demo/"
        ) { text, draft throws(ValueRejection) in
            draft.settings.servesDemo = try Bool(switch: text)
        },
        ServerSetting(
            name: "keep-events", value: "DAYS", fallback: "400d",
            explanation: "how long audit events are kept, such as 90d, or forever"
        ) { text, draft throws(ValueRejection) in draft.settings.retention.events = try Retention.days(text) },
        ServerSetting(
            name: "keep-sign-ins", value: "DAYS", fallback: "400d",
            explanation: "how long records of sign-ins are kept, such as 90d, or forever"
        ) { text, draft throws(ValueRejection) in draft.settings.retention.signIns = try Retention.days(text) },
        ServerSetting(
            name: "hash-threads", value: "N", fallback: "half of the processors",
            explanation: "how many passwords are hashed at a time"
        ) { text, draft throws(ValueRejection) in
            guard let count = Int(text), (1...256).contains(count) else {
                throw ValueRejection("is no number from 1 to 256", remedy: "Write a number, such as 2.")
            }
            draft.settings.hashThreads = count
        },
        ServerSetting(
            name: "breached-passwords", value: "FILE", fallback: "the 100,000 most used passwords",
            explanation: "a list of stolen passwords that nobody may set, as Have I Been Pwned's downloader writes it"
        ) { text, draft throws(ValueRejection) in
            do throws(BreachedPasswordsFailure) {
                draft.settings.breachedPasswords = try BreachedPasswords(path: text)
            } catch {
                throw ValueRejection(
                    error.reason,
                    remedy: "Name a file with SHA-1 hashes, one on each line, ordered by hash: HASH or HASH:COUNT.")
            }
        },
        ServerSetting(
            name: "mail", value: MailAddressing.form, fallback: "off",
            explanation: "the mail server, with TLS, or a folder for development; without it no mail is sent"
        ) { text, draft throws(ValueRejection) in draft.mail = try MailAddressing(text) },
        ServerSetting(
            name: "mail-from", value: "ADDRESS", fallback: "no-reply@ the URL's host",
            explanation: "the sender of mail, such as Notes <no-reply@example.com>"
        ) { text, draft throws(ValueRejection) in
            do throws(MailAddressRejection) {
                draft.settings.mailSender = try Mailbox(parsing: text)
            } catch {
                throw ValueRejection("is no sender", remedy: "\(error)")
            }
        },
        ServerSetting(
            name: "mail-password-file", value: "FILE", fallback: "THUMBTURN_MAIL_PASSWORD",
            explanation: "the file with the password of the user at the mail server"
        ) { text, draft throws(ValueRejection) in draft.mailPassword = try SecretFile.read(text) },
        ServerSetting(
            name: "mail-token-file", value: "FILE", fallback: "a password",
            explanation: "the file with an access token for the mail server (XOAUTH2), read for each mail"
        ) { text, draft throws(ValueRejection) in draft.mailTokenFile = text },
        ServerSetting(
            name: "mail-password", value: "PASSWORD", fallback: "none",
            explanation: "the password of the user at the mail server", isSecret: true
        ) { text, draft throws(ValueRejection) in draft.mailPassword = text },
        ServerSetting(
            name: "messages", value: "URL", fallback: "no text messages",
            explanation: "the service that gets text messages by POST; https, or plain HTTP on this machine"
        ) { text, draft throws(ValueRejection) in draft.settings.messagesURL = try MessageURL(text) },
        ServerSetting(
            name: "messages-allow-private", value: "on|off", fallback: "off",
            explanation: "whether that service may have an address that is not public"
        ) { text, draft throws(ValueRejection) in
            draft.settings.allowsPrivateMessageService = try Bool(switch: text)
        },
        ServerSetting(
            name: "messages-key-file", value: "FILE", fallback: "THUMBTURN_MESSAGES_KEY",
            explanation: "the file with the key that signs text messages for the service"
        ) { text, draft throws(ValueRejection) in
            draft.settings.messagesKey = try MessageKey(SecretFile.read(text))
        },
        ServerSetting(
            name: "messages-key", value: "KEY", fallback: "none",
            explanation: "the key that signs text messages for the service, 32 characters or more", isSecret: true
        ) { text, draft throws(ValueRejection) in draft.settings.messagesKey = try MessageKey(text) },
        ServerSetting(
            name: "master-key", value: "KEY", fallback: "the file DIR/master.key, created at the first start",
            explanation: "32 bytes in base64url that encrypt the stored signing keys", isSecret: true
        ) { text, draft throws(ValueRejection) in draft.settings.masterKey = try MasterKey(text) },
    ]

    /// The options of `thumbturn serve`.
    static let options = table.compactMap(\.commandOption)

    /// Returns the options of the named settings for a command beside the server, which finds the URL where the server
    /// has recorded it.
    static func options(_ names: String...) -> [CommandOption] {
        table.filter { names.contains($0.name) }.compactMap { setting in
            let summary: String? =
                switch setting.name {
                case "url": "the public URL of the server (default: the one at which it was last started)"
                case "data":
                    "the folder of the server, with the database and the master key (default: \(setting.fallback))"
                default: nil
                }
            guard let summary else { return setting.commandOption }
            return CommandOption(name: "--\(setting.name)", value: setting.value, summary: summary)
        }
    }
}
