// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The options for registering a passkey (`PublicKeyCredentialCreationOptionsJSON`).
public struct CreationOptions: Hashable, Sendable {
    /// The account that the passkey is created for.
    public struct User: Hashable, Sendable {
        /// The user handle of the account.
        public var id: UserHandle
        /// The account's name, such as an email address. Account selectors show it.
        public var name: String
        /// The user's name for display.
        public var displayName: String

        /// Creates a user entity.
        public init(id: UserHandle, name: String, displayName: String) {
            self.id = id
            self.name = name
            self.displayName = displayName
        }
    }

    /// The relying party's identifier, a domain. With `nil`, the client uses the domain of the page.
    public var relyingPartyID: String?
    /// The relying party's name for display.
    public var relyingPartyName: String
    /// The account that the passkey is created for.
    public var user: User
    /// The challenge.
    public var challenge: Challenge
    /// The accepted algorithms, in order of preference.
    public var algorithms = COSEAlgorithmID.offeredByDefault
    /// The client's time limit, in milliseconds.
    public var timeout: Int?
    /// The account's existing credentials. Their authenticators don't create another one.
    public var excludedCredentials: [CredentialDescriptor] = []
    /// The kind of authenticator to use; `nil` allows both.
    public var attachment: AuthenticatorAttachment?
    /// Whether the credential must be discoverable.
    public var residentKey = ResidentKeyRequirement.required
    /// Whether the authenticator must verify the user.
    public var userVerification = UserVerificationRequirement.required
    /// The kinds of authenticator that the client should offer, in order of preference.
    public var hints: [CredentialHint] = []
    /// The attestation that is requested.
    public var attestation = AttestationConveyance.none
    /// The preferred attestation formats, in order of preference.
    public var attestationFormats: [AttestationFormatID] = []
    /// The extension inputs.
    public var extensions = ExtensionRequests()

    /// Creates options. The other members have defaults.
    public init(relyingPartyID: String?, relyingPartyName: String, user: User, challenge: Challenge) {
        self.relyingPartyID = relyingPartyID
        self.relyingPartyName = relyingPartyName
        self.user = user
        self.challenge = challenge
    }

    /// The options as JSON.
    public var jsonBytes: [UInt8] { json.serialized() }

    /// Parses options from JSON, as a client does.
    public init(jsonBytes: [UInt8]) throws(OptionsMalformation) {
        try self.init(json: .options(jsonBytes))
    }
}

extension CreationOptions {
    package var json: JSONValue {
        var relyingParty: [(String, JSONValue)] = []
        if let relyingPartyID { relyingParty.append(("id", .string(relyingPartyID))) }
        relyingParty.append(("name", .string(relyingPartyName)))
        var members: [(String, JSONValue)] = [
            ("rp", .object(JSONObject(relyingParty))),
            ("user", user.json),
            ("challenge", .string(challenge.base64URL)),
            ("pubKeyCredParams", .array(algorithms.map(\.parameterJSON))),
        ]
        if let timeout { members.append(("timeout", .number(JSONNumber(Int64(timeout))))) }
        if !excludedCredentials.isEmpty {
            members.append(("excludeCredentials", .array(excludedCredentials.map(\.json))))
        }
        members.append(("authenticatorSelection", selectionJSON))
        if !hints.isEmpty { members.append(("hints", .array(hints.map { .string($0.rawValue) }))) }
        members.append(("attestation", .string(attestation.rawValue)))
        if !attestationFormats.isEmpty {
            members.append(("attestationFormats", .array(attestationFormats.map { .string($0.rawValue) })))
        }
        if !extensions.json.isEmpty { members.append(("extensions", .object(extensions.json))) }
        return .object(JSONObject(members))
    }

    package init(json: JSONValue) throws(OptionsMalformation) {
        guard let name = json["rp"]?["name"]?.stringValue else { throw .memberMissing("rp.name") }
        guard let userJSON = json["user"] else { throw .memberMissing("user") }
        let user = try User(json: userJSON)
        let challenge = try Challenge(json: json["challenge"])
        self.init(
            relyingPartyID: json["rp"]?["id"]?.stringValue, relyingPartyName: name, user: user, challenge: challenge)
        algorithms = (json["pubKeyCredParams"]?.arrayValue ?? []).compactMap { $0["alg"]?.intValue }
            .map(COSEAlgorithmID.init(rawValue:))
        timeout = json["timeout"]?.intValue
        excludedCredentials = try CredentialDescriptor.list(json["excludeCredentials"])
        let selection = json["authenticatorSelection"]
        attachment = selection?["authenticatorAttachment"]?.stringValue.map(AuthenticatorAttachment.init(rawValue:))
        residentKey =
            selection?["residentKey"]?.stringValue.map(ResidentKeyRequirement.init(rawValue:))
            ?? (selection?["requireResidentKey"]?.boolValue == true ? .required : .discouraged)
        userVerification =
            selection?["userVerification"]?.stringValue
            .map(UserVerificationRequirement.init(rawValue:)) ?? .preferred
        hints = JSONValue.strings(json["hints"]).map(CredentialHint.init(rawValue:))
        attestation = json["attestation"]?.stringValue.map(AttestationConveyance.init(rawValue:)) ?? .none
        attestationFormats = JSONValue.strings(json["attestationFormats"]).map(AttestationFormatID.init(rawValue:))
        extensions = ExtensionRequests(json: json["extensions"])
    }

    private var selectionJSON: JSONValue {
        var members: [(String, JSONValue)] = []
        if let attachment { members.append(("authenticatorAttachment", .string(attachment.rawValue))) }
        members.append(("residentKey", .string(residentKey.rawValue)))
        members.append(("requireResidentKey", .bool(residentKey == .required)))
        members.append(("userVerification", .string(userVerification.rawValue)))
        return .object(JSONObject(members))
    }
}

extension CreationOptions.User {
    var json: JSONValue {
        .object(
            JSONObject([
                ("id", .string(id.base64URL)), ("name", .string(name)), ("displayName", .string(displayName)),
            ]))
    }

    init(json: JSONValue) throws(OptionsMalformation) {
        guard let text = json["id"]?.stringValue else { throw .memberMissing("user.id") }
        guard let id = UserHandle(base64URL: text) else { throw .memberNotBase64URL("user.id") }
        guard let name = json["name"]?.stringValue else { throw .memberMissing("user.name") }
        self.init(id: id, name: name, displayName: json["displayName"]?.stringValue ?? name)
    }
}
