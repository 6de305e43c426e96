// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A response whose JSON has been parsed. The ceremony decides whether it is interpreted as a registration or an
/// authentication.
package struct CredentialResponse: Hashable, Sendable {
    private let members: Result<ResponseMembers, ResponseMalformation>

    /// Wraps a response that was parsed as part of a larger document.
    package init(_ object: JSONObject) {
        members = .success(ResponseMembers(object: object))
    }

    /// Parses a response. A malformation is thrown when the response is interpreted.
    package init(json: [UInt8]) {
        do throws(ResponseMalformation) {
            members = .success(try ResponseMembers(json: json))
        } catch {
            members = .failure(error)
        }
    }

    /// The JSON of the response, or `nil` if it is malformed.
    package var json: JSONObject? { try? members.get().json }

    /// Interprets the response as the result of `navigator.credentials.create()`.
    package func registration() throws(ResponseMalformation) -> RegistrationResponse {
        try RegistrationResponse(members.get())
    }

    /// Interprets the response as the result of `navigator.credentials.get()`.
    package func authentication() throws(ResponseMalformation) -> AuthenticationResponse {
        try AuthenticationResponse(members.get())
    }
}

/// The unverified result of `navigator.credentials.create()`.
///
/// `authenticatorData`, `publicKey` and `publicKeyAlgorithm` repeat parts of the attestation object. They are not
/// signed, so they are ignored.
public struct RegistrationResponse: Hashable, Sendable {
    /// The credential's identifier, as reported by the client.
    public let credentialID: CredentialID
    /// The client data as received. The authenticator signs its hash.
    public let clientDataJSON: [UInt8]
    /// The attestation object as received.
    public let attestationObject: [UInt8]
    /// The authenticator's transports, as reported by the client. They are not signed.
    public let transports: [AuthenticatorTransport]
    /// The authenticator's attachment, as reported by the client. It is not signed.
    public let attachment: AuthenticatorAttachment?
    /// The client extension outputs, without secrets.
    public let extensionOutputs: ClientExtensionOutputs

    /// Parses a `RegistrationResponseJSON`. Unknown members are ignored.
    public init(json: [UInt8]) throws(ResponseMalformation) {
        try self.init(ResponseMembers(json: json))
    }

    /// Interprets parsed JSON as a `RegistrationResponseJSON`.
    package init(_ value: JSONValue) throws(ResponseMalformation) {
        try self.init(ResponseMembers(value))
    }

    init(_ members: ResponseMembers) throws(ResponseMalformation) {
        credentialID = try members.credentialID()
        let response = try members.object("response")
        clientDataJSON = try response.bytes("clientDataJSON")
        attestationObject = try response.bytes("attestationObject")
        transports = try response.optionalStrings("transports").map(AuthenticatorTransport.init(rawValue:))
        attachment = try members.optionalText("authenticatorAttachment").map(AuthenticatorAttachment.init(rawValue:))
        extensionOutputs = try members.extensionResults()
    }
}

/// The unverified result of `navigator.credentials.get()`.
public struct AuthenticationResponse: Hashable, Sendable {
    /// The identifier of the credential.
    public let credentialID: CredentialID
    /// The client data as received. Its hash is signed.
    public let clientDataJSON: [UInt8]
    /// The authenticator data as received. It is signed.
    public let authenticatorData: [UInt8]
    /// The signature over the authenticator data and the hash of the client data.
    public let signature: [UInt8]
    /// The user handle that the authenticator returned. An empty one is `nil`.
    public let userHandle: UserHandle?
    /// The authenticator's attachment, as reported by the client. It is not signed.
    public let attachment: AuthenticatorAttachment?
    /// The client extension outputs, without secrets.
    public let extensionOutputs: ClientExtensionOutputs

    /// Parses an `AuthenticationResponseJSON`. Unknown members are ignored.
    public init(json: [UInt8]) throws(ResponseMalformation) {
        try self.init(ResponseMembers(json: json))
    }

    /// Interprets parsed JSON as an `AuthenticationResponseJSON`.
    package init(_ value: JSONValue) throws(ResponseMalformation) {
        try self.init(ResponseMembers(value))
    }

    init(_ members: ResponseMembers) throws(ResponseMalformation) {
        credentialID = try members.credentialID()
        let response = try members.object("response")
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
