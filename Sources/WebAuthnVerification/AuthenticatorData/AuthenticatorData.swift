// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WireFormats

/// The authenticator's own account of a ceremony (§6.1), taken apart.
package struct AuthenticatorData: Hashable, Sendable {
    /// The new credential, as far as it can be told without judging its key.
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

    /// Takes the bytes apart; every one of them has to belong to something.
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
        // §6.5.1 wants the key in CTAP2's canonical form.
        (publicKey, publicKeyBytes) = try AuthenticatorData.readMap(
            .canonical, from: &reader, orThrow: .publicKeyMalformed)
    }
}

/// The flags an authenticator signs (§6.1); the reserved bits 1 and 5 are ignored.
public struct AuthenticatorFlags: OptionSet, Hashable, Sendable {
    /// The signed byte.
    public let rawValue: UInt8

    /// Creates flags from the signed byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: the user was present.
    public static let userPresent = Self(rawValue: 1 << 0)
    /// UV: the user was verified.
    public static let userVerified = Self(rawValue: 1 << 2)
    /// BE: the credential may be synchronized to other devices.
    public static let backupEligible = Self(rawValue: 1 << 3)
    /// BS: the credential is synchronized.
    public static let backedUp = Self(rawValue: 1 << 4)
    /// AT: attested credential data follows.
    public static let attestedCredentialData = Self(rawValue: 1 << 6)
    /// ED: extension data follows.
    public static let extensionData = Self(rawValue: 1 << 7)

    /// A credential that is backed up without being eligible for it contradicts itself.
    package var isBackupStateConsistent: Bool { contains(.backupEligible) || !contains(.backedUp) }
}

/// How well an authenticator protects a credential: the signed output of `credProtect`.
public enum CredentialProtection: Int, Hashable, Sendable {
    /// The user need not be verified.
    case userVerificationOptional = 1
    /// The user has to be verified unless the credential is named.
    case userVerificationOptionalWithCredentialIDList
    /// The user has to be verified.
    case userVerificationRequired

    init?(_ extensions: CBORMap?) {
        guard let level = extensions?["credProtect"]?.intValue else { return nil }
        self.init(rawValue: level)
    }
}

/// Why authenticator data cannot be taken apart.
public enum AuthenticatorDataRejection: Error, Hashable, Sendable {
    /// The bytes end before what the flags announce.
    case truncated
    /// Bytes are left over after all that the flags announce.
    case trailingBytes(Int)
    /// The credential public key is not a CBOR map in canonical form.
    case publicKeyMalformed
    /// The extension outputs are not a well-formed CBOR map.
    case extensionsMalformed
}
