// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// Parsed authenticator data (§6.1).
package struct AuthenticatorData: Hashable, Sendable {
    /// The attested credential data of a registration. Its key has not been checked.
    package struct AttestedCredential: Hashable, Sendable {
        package let aaguid: AAGUID
        package let id: CredentialID
        package let publicKey: CBORMap
        package let publicKeyBytes: [UInt8]
    }

    package let relyingPartyIDHash: [UInt8]
    package let flags: AuthenticatorFlags
    package let signCount: UInt32
    package let attestedCredential: AttestedCredential?
    package let extensions: CBORMap?

    /// Parses authenticator data. Rejects trailing bytes.
    package init(_ bytes: [UInt8]) throws(AuthenticatorDataRejection) {
        var reader = ByteReader(bytes)
        do {
            relyingPartyIDHash = try reader.take(32)
            flags = AuthenticatorFlags(rawValue: try reader.readUInt8())
            signCount = try reader.readUInt32()
        } catch {
            throw .truncated
        }
        attestedCredential =
            flags.contains(.attestedCredentialData) ? try AttestedCredential(from: &reader) : nil
        extensions =
            flags.contains(.extensionData)
            ? try Self.readMap(.wellFormed, from: &reader, orThrow: .extensionsMalformed).map : nil
        guard reader.isAtEnd else { throw .trailingBytes(reader.remaining) }
    }

    fileprivate static func readMap(
        _ form: CBORReader.Form, from reader: inout ByteReader, orThrow rejection: AuthenticatorDataRejection
    ) throws(AuthenticatorDataRejection) -> (map: CBORMap, bytes: [UInt8]) {
        do {
            let (value, used) = try CBORReader.readPrefix(reader.rest, form: form)
            let bytes = try reader.take(used)
            if let map = value.mapValue { return (map, bytes) }
        } catch {}
        throw rejection
    }
}

extension AuthenticatorData.AttestedCredential {
    fileprivate init(from reader: inout ByteReader) throws(AuthenticatorDataRejection) {
        let aaguidBytes: [UInt8]
        do {
            aaguidBytes = try reader.take(AAGUID.byteCount)
            let length = try reader.readUInt16()
            id = CredentialID(try reader.take(Int(length)))
        } catch {
            throw .truncated
        }
        guard let aaguid = AAGUID(aaguidBytes) else { throw .truncated }
        self.aaguid = aaguid
        // §6.5.1 requires the key in CTAP2's canonical form.
        (publicKey, publicKeyBytes) = try AuthenticatorData.readMap(
            .canonical, from: &reader, orThrow: .publicKeyMalformed)
    }
}

/// The flags in authenticator data (§6.1). The reserved bits 1 and 5 are ignored.
public struct AuthenticatorFlags: OptionSet, Hashable, Sendable {
    /// The flags byte.
    public let rawValue: UInt8

    /// Creates flags from the flags byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: the user was present.
    public static let userPresent = Self(rawValue: 1 << 0)
    /// UV: the user was verified.
    public static let userVerified = Self(rawValue: 1 << 2)
    /// BE: the credential can be synchronized between devices.
    public static let backupEligible = Self(rawValue: 1 << 3)
    /// BS: the credential is backed up.
    public static let backedUp = Self(rawValue: 1 << 4)
    /// AT: attested credential data is included.
    public static let attestedCredentialData = Self(rawValue: 1 << 6)
    /// ED: extension outputs are included.
    public static let extensionData = Self(rawValue: 1 << 7)

    /// Whether the credential is eligible for backup if it is backed up.
    package var isBackupStateConsistent: Bool { contains(.backupEligible) || !contains(.backedUp) }
}

/// The protection level of a credential: the signed output of `credProtect`.
public enum CredentialProtection: Int, Hashable, Sendable {
    /// User verification is optional.
    case userVerificationOptional = 1
    /// User verification is optional if the options list the credential, and required otherwise.
    case userVerificationOptionalWithCredentialIDList
    /// User verification is required.
    case userVerificationRequired

    init?(_ extensions: CBORMap?) {
        guard let level = extensions?["credProtect"]?.intValue else { return nil }
        self.init(rawValue: level)
    }
}

/// The reason why authenticator data is malformed.
public enum AuthenticatorDataRejection: Error, Hashable, Sendable {
    /// The data ends before all the parts that its flags and lengths declare.
    case truncated
    /// This many bytes follow the declared parts.
    case trailingBytes(Int)
    /// The credential public key is not a CBOR map in canonical form.
    case publicKeyMalformed
    /// The extension outputs are not a well-formed CBOR map.
    case extensionsMalformed
}
