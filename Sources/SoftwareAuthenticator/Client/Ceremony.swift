// SPDX-License-Identifier: Apache-2.0

/// What stays the same through one call of `create` or `get`.
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
