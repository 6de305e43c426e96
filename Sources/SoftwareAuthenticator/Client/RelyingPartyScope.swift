// SPDX-License-Identifier: Apache-2.0

/// Decides which relying party id an origin may use.
enum RelyingPartyScope {
    /// The id of the options, or the origin's host when they name none. The public suffix list is not consulted; an id
    /// without a dot is only good for exactly that host.
    static func relyingPartyID(
        requested: String?, origin: String, client: CeremonySettings.Client
    ) throws(AuthenticatorFailure) -> String {
        if client == .native {
            guard let id = requested ?? host(of: origin) else { throw .optionsMalformed("rpId: missing") }
            return id
        }
        guard let host = host(of: origin) else {
            throw .originMismatch(relyingPartyID: requested ?? "", origin: origin)
        }
        let id = requested ?? host
        guard host == id || (id.contains(".") && host.hasSuffix("." + id)) else {
            throw .originMismatch(relyingPartyID: id, origin: origin)
        }
        return id
    }

    /// The host of `https://host[:port]`, or of `http://localhost[:port]`, the one insecure origin browsers allow.
    private static func host(of origin: String) -> String? {
        let parts = origin.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty else { return nil }
        let host = String(parts[2].prefix { $0 != ":" })
        switch parts[0] {
        case "https:": return host.isEmpty ? nil : host
        case "http:": return host == "localhost" || host.hasSuffix(".localhost") ? host : nil
        default: return nil
        }
    }
}
