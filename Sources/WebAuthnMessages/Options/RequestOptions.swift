// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The options for signing in with a passkey (`PublicKeyCredentialRequestOptionsJSON`).
public struct RequestOptions: Hashable, Sendable {
    /// The challenge.
    public var challenge: Challenge
    /// The relying party's identifier, a domain. With `nil`, the client uses the domain of the page.
    public var relyingPartyID: String?
    /// The client's time limit, in milliseconds.
    public var timeout: Int?
    /// The acceptable credentials. With an empty list, the user selects a discoverable credential.
    public var allowedCredentials: [CredentialDescriptor] = []
    /// Whether the authenticator must verify the user.
    public var userVerification = UserVerificationRequirement.required
    /// The kinds of authenticator that the client should offer, in order of preference.
    public var hints: [CredentialHint] = []
    /// The extension inputs.
    public var extensions = ExtensionRequests()

    /// Creates options. The other members have defaults.
    public init(relyingPartyID: String?, challenge: Challenge) {
        self.relyingPartyID = relyingPartyID
        self.challenge = challenge
    }

    /// The options as JSON.
    public var jsonBytes: [UInt8] { json.serialized() }

    /// Parses options from JSON, as a client does.
    public init(jsonBytes: [UInt8]) throws(OptionsMalformation) {
        try self.init(json: .options(jsonBytes))
    }
}

extension RequestOptions {
    package var json: JSONValue {
        var object = JSONObject()
        object.append(.string(challenge.base64URL), as: "challenge")
        object.append(timeout.map { .number(JSONNumber(Int64($0))) }, as: "timeout")
        object.append(relyingPartyID.map(JSONValue.string), as: "rpId")
        if !allowedCredentials.isEmpty {
            object.append(.array(allowedCredentials.map(\.json)), as: "allowCredentials")
        }
        object.append(.string(userVerification.rawValue), as: "userVerification")
        if !hints.isEmpty { object.append(.array(hints.map { .string($0.rawValue) }), as: "hints") }
        let extensions = extensions.json
        if !extensions.isEmpty { object.append(.object(extensions), as: "extensions") }
        return .object(object)
    }

    package init(json: JSONValue) throws(OptionsMalformation) {
        self.init(relyingPartyID: json["rpId"]?.stringValue, challenge: try Challenge(json: json["challenge"]))
        timeout = json["timeout"]?.intValue
        allowedCredentials = try CredentialDescriptor.list(json["allowCredentials"])
        userVerification =
            json["userVerification"]?.stringValue
            .map(UserVerificationRequirement.init(rawValue:)) ?? .preferred
        hints = JSONValue.strings(json["hints"]).map(CredentialHint.init(rawValue:))
        extensions = ExtensionRequests(json: json["extensions"])
    }
}
