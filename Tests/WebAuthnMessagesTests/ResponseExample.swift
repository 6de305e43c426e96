// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WireFormats

/// Well-formed responses of both ceremonies, which tests modify.
enum ResponseExample {
    static let registration: JSONObject = [
        "id": "AQID", "rawId": "AQID", "type": "public-key", "authenticatorAttachment": "platform",
        "clientExtensionResults": ["credProps": ["rk": true]],
        "response": [
            "clientDataJSON": "e30", "attestationObject": "oA", "transports": ["internal", "by-pigeon"],
            "authenticatorData": "AA", "publicKey": "AA", "publicKeyAlgorithm": -7,
        ],
    ]

    static let authentication: JSONObject = [
        "id": "AQID", "rawId": "AQID", "type": "public-key", "authenticatorAttachment": "cross-platform",
        "clientExtensionResults": [:],
        "response": [
            "clientDataJSON": "e30", "authenticatorData": "BAU", "signature": "Bgc", "userHandle": "CAkK",
        ],
    ]

    static func register(_ change: (inout JSONObject) -> Void = { _ in }) throws(ResponseMalformation)
        -> RegistrationResponse
    {
        try RegistrationResponse(json: edited(registration, by: change))
    }

    static func authenticate(_ change: (inout JSONObject) -> Void = { _ in }) throws(ResponseMalformation)
        -> AuthenticationResponse
    {
        try AuthenticationResponse(json: edited(authentication, by: change))
    }

    private static func edited(_ response: JSONObject, by change: (inout JSONObject) -> Void) -> [UInt8] {
        var response = response
        change(&response)
        return JSONValue.object(response).serialized()
    }
}

extension JSONObject {
    /// The inner object `response`.
    var inner: JSONObject {
        get { self["response"]?.objectValue ?? [:] }
        set { self["response"] = .object(newValue) }
    }
}
