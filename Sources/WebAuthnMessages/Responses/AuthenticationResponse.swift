// SPDX-License-Identifier: Apache-2.0

package import WireFormats

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
