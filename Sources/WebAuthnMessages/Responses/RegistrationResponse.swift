// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What a client returns from `navigator.credentials.create()`: received, not yet verified.
///
/// The members that repeat parts of the attestation object (`authenticatorData`, `publicKey`, `publicKeyAlgorithm`) are
/// not signed, so they are not read.
public struct RegistrationResponse: Hashable, Sendable {
    /// The credential's identifier as the client says it.
    public let credentialID: CredentialID
    /// The client data, byte for byte: its hash is what the authenticator signed.
    public let clientDataJSON: [UInt8]
    /// The attestation object, byte for byte.
    public let attestationObject: [UInt8]
    /// How the authenticator says it can be reached; a hint, not signed.
    public let transports: [AuthenticatorTransport]
    /// Whether the authenticator was part of the client device; a hint, not signed.
    public let attachment: AuthenticatorAttachment?
    /// What the client says of its extensions, secrets already dropped.
    public let extensionOutputs: ClientExtensionOutputs

    /// Reads a `RegistrationResponseJSON`; unknown members are ignored.
    public init(json: [UInt8]) throws(ResponseMalformation) {
        try self.init(ResponseMembers(json: json))
    }

    /// Reads a `RegistrationResponseJSON` that has been parsed as JSON.
    package init(_ value: JSONValue) throws(ResponseMalformation) {
        try self.init(ResponseMembers(value))
    }

    init(_ members: ResponseMembers) throws(ResponseMalformation) {
        let response: ResponseMembers
        credentialID = try members.credentialID()
        response = try members.object("response")
        clientDataJSON = try response.bytes("clientDataJSON")
        attestationObject = try response.bytes("attestationObject")
        transports = try response.optionalTexts("transports").map(AuthenticatorTransport.init(rawValue:))
        attachment = try members.optionalText("authenticatorAttachment").map(AuthenticatorAttachment.init(rawValue:))
        extensionOutputs = try members.extensionResults()
    }
}
