// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WireFormats

/// A response of either ceremony as a client writes it, good unless something is changed.
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
        try RegistrationResponse(json: changed(registration, change))
    }

    static func authenticate(_ change: (inout JSONObject) -> Void = { _ in }) throws(ResponseMalformation)
        -> AuthenticationResponse
    {
        try AuthenticationResponse(json: changed(authentication, change))
    }

    private static func changed(_ response: JSONObject, _ change: (inout JSONObject) -> Void) -> [UInt8] {
        var response = response
        change(&response)
        return JSONValue.object(response).serialized()
    }
}

extension JSONObject {
    /// The object inside the response that the authenticator's part stands in.
    var inner: JSONObject {
        get { self["response"]?.objectValue ?? [:] }
        set { self["response"] = .object(newValue) }
    }
}
