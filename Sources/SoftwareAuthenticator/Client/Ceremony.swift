// SPDX-License-Identifier: Apache-2.0

/// The context of one call of `create` or `get`.
struct Ceremony {
    let origin: String
    let settings: CeremonySettings
    let mutation: ResponseMutation?

    func clientDataJSON(_ kind: ClientData.Kind, challenge: [UInt8]) throws(AuthenticatorFailure) -> [UInt8] {
        let clientData = ClientData(kind: kind, challenge: challenge, origin: origin, settings: settings)
        return try mutation?.tampered(clientData) ?? clientData.json
    }

    func relyingPartyID(requested: String?) throws(AuthenticatorFailure) -> String {
        try RelyingPartyScope.relyingPartyID(requested: requested, origin: origin, client: settings.client)
    }
}

/// The rules about which relying party ids an origin may use.
enum RelyingPartyScope {
    /// The requested id, or the origin's host if none is requested. An id without a dot is only valid for exactly that
    /// host. The public suffix list is not used.
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

    /// The host of `https://host[:port]`, or of `http://localhost[:port]`, the only insecure origin that browsers
    /// allow.
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
