// SPDX-License-Identifier: Apache-2.0

import CommandLine
package import Configuration
package import HTTPEndpoints
package import IdentityModel
package import KnownPasswords
package import OpenIDProvider
package import Outbox
import PasswordHashing
package import RateLimiting
package import WireFormats

/// The settings of a server, from the command line and the environment.
package struct ServerSettings: Hashable, Sendable {
    /// An address and a port to listen on.
    package struct Endpoint: Hashable, Sendable, CustomStringConvertible {
        package var address: IPAddress
        package var port: UInt16

        package var description: String { address.isVersion4 ? "\(address):\(port)" : "[\(address)]:\(port)" }
    }

    /// The paths of a certificate chain and its key.
    package struct TransportSecurity: Hashable, Sendable {
        package var certificate: String
        package var key: String

        package init(certificate: String, key: String) {
            self.certificate = certificate
            self.key = key
        }
    }

    package var url = WebOrigin(scheme: .http, host: .localhost, port: 8080)
    /// Whether the URL was given, and is not the default.
    package var isURLGiven = false
    /// By default the loopback address, at the port of a local URL.
    package var listen: [Endpoint] = []
    package var dataDirectory = "thumbturn-data"
    /// By default a file in the data directory.
    package var database = Database.standard(in: "thumbturn-data")
    package var configurationFile: String?
    /// The domain that the default configuration binds passkeys to; `nil` for the URL's host.
    package var relyingParty: HostName?
    /// Empty for plain HTTP. The first certificate serves clients that name no host or an unknown one.
    package var transportSecurity: [TransportSecurity] = []
    /// The addresses whose forwarded headers are used.
    package var trustedProxies: [AddressBlock] = []
    /// The headers that the proxies set.
    package var proxyHeaders = Forwarding.Fields.either
    package var logLevel = LogRecord.Level.info
    /// The master key from the environment. Otherwise it is a file in the data directory.
    package var masterKey: MasterKey?
    package var rateLimits = RateLimitRules.standard
    package var retention = Retention()
    /// How many passwords are hashed at a time.
    package var hashThreads = HashingPool.defaultThreads
    /// The operator's list of passwords that were stolen somewhere.
    package var breachedPasswords: BreachedPasswords?
    /// Where mail goes.
    package var mail = MailDestination.off
    /// Whether the server sends mail: as a setting says, or else as it was last started; `nil` if neither is known.
    package var sendsMail: Bool?
    /// The same for text messages.
    package var sendsMessages: Bool?
    /// The sender of mail; `nil` for an address at the URL's host.
    package var mailSender: Mailbox?
    /// Where text messages go; `nil` for nowhere.
    package var messagesURL: MessageURL?
    /// The key that signs text messages.
    package var messagesKey: MessageKey?
    package var allowsPrivateMessageService = false
    /// Whether the sample application is served.
    package var servesDemo = false
    /// The address at which the metrics are served; `nil` if nothing is measured.
    package var metricsListen: Endpoint?
}

/// A setting of the server.
package struct ServerSetting: Sendable {
    /// The name, such as `trusted-proxy`.
    package let name: String
    /// The form of its value, such as `CIDR`.
    package let value: String
    /// A description of the default.
    package let fallback: String
    /// A phrase for the help and the documentation.
    package let explanation: String
    /// Whether it is secret. A secret is never an option, because other users can list command lines.
    package var isSecret = false
    /// Whether several values are allowed: several options, or one variable with commas.
    package var isList = false
    /// Reads one value.
    let read: @Sendable (String, inout SettingsDraft) throws(ValueRejection) -> Void

    package var option: String? { isSecret ? nil : "--\(name)" }

    package var environment: String { "THUMBTURN_" + name.uppercased().replacing("-", with: "_") }

    var commandOption: CommandOption? {
        option.map { CommandOption(name: $0, value: value, summary: "\(explanation) (default: \(fallback))") }
    }
}

/// A problem with a setting, and its remedy.
package struct SettingProblem: Hashable, Sendable, CustomStringConvertible {
    /// The option or variable that has the problem.
    package let source: String
    package let message: String
    package let remedy: String

    package var description: String { "\(source): \(message) \(remedy)" }
}
