// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A credential's response whose JSON has been read. The ceremony that it answers decides whether it is a registration or
/// an authentication.
package struct CredentialResponse: Hashable, Sendable {
    private let members: Result<ResponseMembers, ResponseMalformation>

    /// Takes a response that was read as part of a larger document.
    package init(_ object: JSONObject) {
        members = .success(ResponseMembers(object: object))
    }

    /// Reads a response. Malformed JSON is reported when the response is interpreted.
    package init(json: [UInt8]) {
        do throws(ResponseMalformation) {
            members = .success(try ResponseMembers(json: json))
        } catch {
            members = .failure(error)
        }
    }

    /// Interprets the response as that of `navigator.credentials.create()`.
    package func registration() throws(ResponseMalformation) -> RegistrationResponse {
        try RegistrationResponse(members.get())
    }

    /// Interprets the response as that of `navigator.credentials.get()`.
    package func authentication() throws(ResponseMalformation) -> AuthenticationResponse {
        try AuthenticationResponse(members.get())
    }
}

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

/// What a client returns from `navigator.credentials.get()`: received, not yet verified.
public struct AuthenticationResponse: Hashable, Sendable {
    /// The identifier of the credential that was used.
    public let credentialID: CredentialID
    /// The client data, byte for byte: its hash is part of what was signed.
    public let clientDataJSON: [UInt8]
    /// The authenticator data, byte for byte: the other part of what was signed.
    public let authenticatorData: [UInt8]
    /// The signature.
    public let signature: [UInt8]
    /// The account the credential belongs to, as the authenticator says it; an empty one counts as none.
    public let userHandle: UserHandle?
    /// Whether the authenticator was part of the client device; a hint, not signed.
    public let attachment: AuthenticatorAttachment?
    /// What the client says of its extensions, secrets already dropped.
    public let extensionOutputs: ClientExtensionOutputs

    /// Reads an `AuthenticationResponseJSON`; unknown members are ignored.
    public init(json: [UInt8]) throws(ResponseMalformation) {
        try self.init(ResponseMembers(json: json))
    }

    /// Reads an `AuthenticationResponseJSON` that has been parsed as JSON.
    package init(_ value: JSONValue) throws(ResponseMalformation) {
        try self.init(ResponseMembers(value))
    }

    init(_ members: ResponseMembers) throws(ResponseMalformation) {
        let response: ResponseMembers
        credentialID = try members.credentialID()
        response = try members.object("response")
        clientDataJSON = try response.bytes("clientDataJSON")
        authenticatorData = try response.bytes("authenticatorData")
        signature = try response.bytes("signature")
        let handle = try response.optionalBytes("userHandle") ?? []
        userHandle = UserHandle(handle)
        guard handle.count <= UserHandle.maximumByteCount else { throw .userHandleTooLong(handle.count) }
        attachment = try members.optionalText("authenticatorAttachment").map(AuthenticatorAttachment.init(rawValue:))
        extensionOutputs = try members.extensionResults()
    }
}
