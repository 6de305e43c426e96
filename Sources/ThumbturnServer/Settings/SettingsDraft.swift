// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import WireFormats

/// Settings while they are read: what was given, each value good for itself.
struct SettingsDraft: Sendable {
    var url: SettingURL?
    var listen: [ServerSettings.Endpoint] = []
    var dataDirectory: String?
    var database: ServerSettings.Database?
    var configurationFile: String?
    var certificates: [String] = []
    /// In the order of the certificates.
    var keys: [String] = []
    var trustedProxies: [AddressBlock] = []
    var masterKey: MasterKey?
    var proxyHeaders: Forwarding.Fields?
    var logLevel: LogRecord.Level?
    var rateLimits: RateLimitRules?
    var retention = Retention()
}

/// A URL for the server. Plain HTTP to other machines is good only if a proxy is declared, which is another setting.
struct SettingURL: Hashable, Sendable {
    let origin: WebOrigin
    let isPlain: Bool

    init(_ text: String) throws(ValueRejection) {
        // People end URLs with a slash, and mean the same.
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        let isPlain = text.hasPrefix("http://")
        let secure = try isPlain ? WebOrigin("https://" + text.dropFirst(7)) : WebOrigin(text)
        let host = try HostName(secure.host)
        origin = WebOrigin(scheme: isPlain ? .http : .https, host: host, port: secure.port)
        self.isPlain = isPlain && !origin.isLoopback
    }
}

extension ServerSettings.Endpoint {
    init(_ text: String) throws(ValueRejection) {
        let wrong = ValueRejection(
            "is no address with a port", remedy: "Write 127.0.0.1:8080, [::1]:8080, or 0.0.0.0:8080 for all of IPv4.")
        guard let colon = text.lastIndex(of: ":") else { throw wrong }
        let digits = text[text.index(after: colon)...]
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            throw wrong
        }
        let name = host == "localhost" ? "127.0.0.1" : String(host)
        guard let address = IPAddress(name), let port = UInt16(digits), String(port) == digits else { throw wrong }
        self.init(address: address, port: port)
    }
}

extension ServerSettings.Database {
    init(_ text: String) throws(ValueRejection) {
        guard text.hasPrefix("sqlite:"), text.utf8.count > 7 else {
            throw ValueRejection("is no database", remedy: "Write sqlite: and the path of a file.")
        }
        self = .sqlite(path: String(text.dropFirst(7)))
    }
}

extension MasterKey {
    init(_ text: String) throws(ValueRejection) {
        guard let bytes = Base64URL.decode(text), let key = MasterKey(bytes: bytes) else {
            throw ValueRejection(
                "is no key of 32 bytes in base64url",
                remedy: "Make one: openssl rand -base64 32 | tr '+/' '-_' | tr -d =")
        }
        self = key
    }
}

extension Retention {
    /// A number of days such as `90d`, or `forever`.
    static func days(_ text: String) throws(ValueRejection) -> Int? {
        guard text != "forever" else { return nil }
        guard text.hasSuffix("d"), let days = Int(text.dropLast()), (1...36_500).contains(days),
            text == "\(days)d"
        else { throw ValueRejection("is no time in days", remedy: "Write a number of days such as 90d, or forever.") }
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
            throw ValueRejection("is no factor", remedy: "Write a number such as 1 or 2.5, or off.")
        }
        self = RateLimitRules.standard.multiplied(by: factor)
    }
}
