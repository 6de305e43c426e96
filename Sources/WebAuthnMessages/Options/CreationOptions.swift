// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What a relying party sends a client to register a passkey (`PublicKeyCredentialCreationOptionsJSON`).
public struct CreationOptions: Hashable, Sendable {
    /// The account a passkey is made for.
    public struct User: Hashable, Sendable {
        /// The account's handle.
        public var id: UserHandle
        /// The name the person signs in with, shown in account choosers.
        public var name: String
        /// The name the person is called by.
        public var displayName: String

        /// Describes an account.
        public init(id: UserHandle, name: String, displayName: String) {
            self.id = id
            self.name = name
            self.displayName = displayName
        }
    }

    /// The relying party's identifier, a domain; `nil` leaves it to the client.
    public var relyingPartyID: String?
    /// The application's name.
    public var relyingPartyName: String
    /// The account.
    public var user: User
    /// The challenge.
    public var challenge: Challenge
    /// The algorithms offered, the preferred one first.
    public var algorithms = COSEAlgorithmID.offeredByDefault
    /// How long the client may take, in milliseconds.
    public var timeout: Int?
    /// Credentials that the account has already.
    public var excludedCredentials: [CredentialDescriptor] = []
    /// Which authenticators will do.
    public var attachment: AuthenticatorAttachment?
    /// Whether the credential has to be discoverable.
    public var residentKey = ResidentKeyRequirement.required
    /// Whether the user has to be verified.
    public var userVerification = UserVerificationRequirement.required
    /// Which authenticators to offer first.
    public var hints: [CredentialHint] = []
    /// How much proof of its make is asked of the authenticator.
    public var attestation = AttestationConveyance.none
    /// The attestation formats understood, the preferred one first.
    public var attestationFormats: [AttestationFormatID] = []
    /// The extensions asked for.
    public var extensions = ExtensionRequests()

    /// The least a registration needs; everything else has a default.
    public init(relyingPartyID: String?, relyingPartyName: String, user: User, challenge: Challenge) {
        self.relyingPartyID = relyingPartyID
        self.relyingPartyName = relyingPartyName
        self.user = user
        self.challenge = challenge
    }

    /// The options as JSON.
    public var jsonBytes: [UInt8] { json.serialized() }

    /// Reads options from JSON, as a client does.
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
        hints = JSONValue.words(json["hints"]).map(CredentialHint.init(rawValue:))
        attestation = json["attestation"]?.stringValue.map(AttestationConveyance.init(rawValue:)) ?? .none
        attestationFormats = JSONValue.words(json["attestationFormats"]).map(AttestationFormatID.init(rawValue:))
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
