// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
import WireFormats

/// The attestation object of a registration (§6.5.4), taken apart.
package struct AttestationObject: Sendable {
    package let format: AttestationFormatID
    package let statement: AttestationStatement
    package let authenticatorDataBytes: [UInt8]
    package let authenticatorData: AuthenticatorData
    package let credential: AuthenticatorData.AttestedCredential

    /// Takes the object apart; unknown members are passed over, and so is the order of the known ones.
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

/// Why an attestation object cannot be taken apart.
public enum AttestationObjectRejection: Error, Hashable, Sendable {
    /// The bytes are not the CBOR an authenticator may send; the text says why.
    case notCBOR(String)
    /// The CBOR is not a map.
    case notAMap
    /// A member is absent or has another type.
    case memberMalformed(String)
    /// The authenticator data cannot be taken apart.
    case authenticatorDataMalformed(AuthenticatorDataRejection)
    /// The authenticator data describes no new credential.
    case credentialMissing
    /// It has this many bytes, which is more than the policy allows.
    case tooLarge(Int)
}
