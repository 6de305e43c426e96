// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
import WireFormats

/// A parsed attestation object (§6.5.4).
package struct AttestationObject: Sendable {
    package let format: AttestationFormatID
    package let statement: AttestationStatement
    package let authenticatorDataBytes: [UInt8]
    package let authenticatorData: AuthenticatorData
    package let credential: AuthenticatorData.AttestedCredential

    /// Parses an attestation object. Unknown members are ignored, and members may be in any order.
    package init(_ bytes: [UInt8]) throws(AttestationObjectRejection) {
        let value: CBOR
        do {
            value = try CBORReader.read(bytes)
        } catch {
            throw .notCBOR("\(error)")
        }
        guard let map = value.mapValue else { throw .notAMap }
        guard let format = map["fmt"]?.textValue else { throw .memberMalformed("fmt") }
        guard let statement = map["attStmt"], statement.mapValue != nil || statement.arrayValue != nil else {
            throw .memberMalformed("attStmt")
        }
        guard let data = map["authData"]?.bytesValue else { throw .memberMalformed("authData") }
        self.format = AttestationFormatID(rawValue: format)
        self.statement = AttestationStatement(format: self.format, value: statement)
        authenticatorDataBytes = data
        do throws(AuthenticatorDataRejection) {
            authenticatorData = try AuthenticatorData(data)
        } catch {
            throw .authenticatorDataMalformed(error)
        }
        guard let credential = authenticatorData.attestedCredential else { throw .credentialMissing }
        self.credential = credential
    }
}

/// The reason why an attestation object is malformed.
public enum AttestationObjectRejection: Error, Hashable, Sendable {
    /// The bytes are not CBOR as authenticators may send it. The text says why.
    case notCBOR(String)
    /// The CBOR is not a map.
    case notAMap
    /// A member is absent or has the wrong type.
    case memberMalformed(String)
    /// The authenticator data is malformed.
    case authenticatorDataMalformed(AuthenticatorDataRejection)
    /// The authenticator data has no attested credential data.
    case credentialMissing
    /// The object has this many bytes, more than the policy allows.
    case tooLarge(Int)
}
