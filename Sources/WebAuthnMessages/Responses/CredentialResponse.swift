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
