// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import OutgoingTransfers
import RateLimiting
import WireFormats

/// The given settings. Each value is valid by itself, but not yet checked against the others.
struct SettingsDraft: Sendable {
    /// The settings, with their defaults, except those below.
    var settings = ServerSettings()
    var url: ServerURL?
    var database: ServerSettings.Database?
    var certificates: [String] = []
    /// In the order of the certificates.
    var keys: [String] = []
    var mail: MailAddressing?
    /// The secret of the user at the mail server.
    var mailPassword: String?
    /// The path of a file with an access token instead.
    var mailTokenFile: String?
}

extension ServerSettings {
    /// Derives the settings that depend on others.
    init(_ draft: SettingsDraft) {
        self = draft.settings
        if let origin = draft.url?.origin { (url, isURLGiven) = (origin, true) }
        if listen.isEmpty {
            let port = url.isLoopback ? url.port ?? url.scheme.defaultPort : 8080
            listen = [Endpoint(address: .loopback, port: port)]
        }
        database = draft.database ?? .standard(in: dataDirectory)
        mail = draft.mailDestination
        sendsMail = draft.mail.map { $0.destination != .off }
        sendsMessages = messagesURL.map { _ in true }
        transportSecurity = zip(draft.certificates, draft.keys).map { TransportSecurity(certificate: $0, key: $1) }
    }
}

extension SettingsDraft {
    fileprivate var mailDestination: MailDestination {
        guard let mail else { return .off }
        guard case .relay(var relay) = mail.destination else { return mail.destination }
        if let name = mail.user {
            if let mailTokenFile {
                relay.user = MailRelay.User(name, .accessTokenFile(mailTokenFile))
            } else if let mailPassword {
                relay.user = MailRelay.User(name, .password(mailPassword))
            }
        }
        // The lease of a mail is a minute, and ends after the attempt.
        relay.timeout = 45_000
        return .relay(relay)
    }
}

extension ServerSettings.Endpoint {
    init(_ text: String) throws(ValueRejection) {
        let rejection = ValueRejection(
            "is not an address with a port",
            remedy: "Write 127.0.0.1:8080, [::1]:8080, or 0.0.0.0:8080 for all of IPv4.")
        guard let colon = text.lastIndex(of: ":") else { throw rejection }
        let digits = text[text.index(after: colon)...]
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw rejection
        }
        let name = host == "localhost" ? "127.0.0.1" : String(host)
        guard let address = IPAddress(name), let port = UInt16(digits), String(port) == digits else { throw rejection }
        self.init(address: address, port: port)
    }
}

extension Bool {
    init(switch text: String) throws(ValueRejection) {
        guard let isOn = ["on": true, "off": false][text] else {
            throw ValueRejection("is neither on nor off", remedy: "Write on or off.")
        }
        self = isOn
    }
}

extension MasterKey {
    init(_ text: String) throws(ValueRejection) {
        guard let bytes = Base64URL.decode(text), let key = MasterKey(bytes: bytes) else {
            throw ValueRejection(
                "is not a key of 32 bytes in base64url",
                remedy: "Generate one: openssl rand -base64 32 | tr '+/' '-_' | tr -d =")
        }
        self = key
    }
}

extension Retention {
    /// Reads a number of days such as `90d`. Returns `nil` for `forever`.
    static func days(_ text: String) throws(ValueRejection) -> Int? {
        guard text != "forever" else { return nil }
        guard text.hasSuffix("d"), let days = Int(text.dropLast()), (1...36_500).contains(days),
            text == "\(days)d"
        else {
            throw ValueRejection("is not a number of days", remedy: "Write a number of days such as 90d, or forever.")
        }
        return days
    }
}

extension RateLimitRules {
    init(_ text: String) throws(ValueRejection) {
        if text == "off" {
            self = .off
            return
        }
        guard let factor = Double(text), factor > 0, factor <= 1000 else {
            throw ValueRejection("is not a factor", remedy: "Write a number such as 1 or 2.5, or off.")
        }
        self = RateLimitRules.standard.multiplied(by: factor)
    }
}
