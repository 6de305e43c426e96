// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What a relying party sends a client to sign in with a passkey (`PublicKeyCredentialRequestOptionsJSON`).
public struct RequestOptions: Hashable, Sendable {
    /// The challenge.
    public var challenge: Challenge
    /// The relying party's identifier, a domain; `nil` leaves it to the client.
    public var relyingPartyID: String?
    /// How long the client may take, in milliseconds.
    public var timeout: Int?
    /// The credentials that will do; an empty list lets the person choose.
    public var allowedCredentials: [CredentialDescriptor] = []
    /// Whether the user has to be verified.
    public var userVerification = UserVerificationRequirement.required
    /// Which authenticators to offer first.
    public var hints: [CredentialHint] = []
    /// The extensions asked for.
    public var extensions = ExtensionRequests()

    /// The least an authentication needs; everything else has a default.
    public init(relyingPartyID: String?, challenge: Challenge) {
        self.relyingPartyID = relyingPartyID
        self.challenge = challenge
    }

    /// The options as JSON.
    public var jsonBytes: [UInt8] { json.serialized() }

    /// Reads options from JSON, as a client does.
    public init(jsonBytes: [UInt8]) throws(OptionsMalformation) {
        try self.init(json: .options(jsonBytes))
    }
}

extension RequestOptions {
    package var json: JSONValue {
        var members: [(String, JSONValue)] = [("challenge", .string(challenge.base64URL))]
        if let timeout { members.append(("timeout", .number(JSONNumber(Int64(timeout))))) }
        if let relyingPartyID { members.append(("rpId", .string(relyingPartyID))) }
        if !allowedCredentials.isEmpty {
            members.append(("allowCredentials", .array(allowedCredentials.map(\.json))))
        }
        members.append(("userVerification", .string(userVerification.rawValue)))
        if !hints.isEmpty { members.append(("hints", .array(hints.map { .string($0.rawValue) }))) }
        if !extensions.json.isEmpty { members.append(("extensions", .object(extensions.json))) }
        return .object(JSONObject(members))
    }

    package init(json: JSONValue) throws(OptionsMalformation) {
        self.init(relyingPartyID: json["rpId"]?.stringValue, challenge: try Challenge(json: json["challenge"]))
        timeout = json["timeout"]?.intValue
        allowedCredentials = try CredentialDescriptor.list(json["allowCredentials"])
        userVerification =
            json["userVerification"]?.stringValue
            .map(UserVerificationRequirement.init(rawValue:)) ?? .preferred
        hints = JSONValue.words(json["hints"]).map(CredentialHint.init(rawValue:))
        extensions = ExtensionRequests(json: json["extensions"])
    }
}
