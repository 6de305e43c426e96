// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// Every byte belongs to a part: the concatenated parts are the input.
    static let authenticatorData = FuzzTarget(
        name: "authenticator-data", accepts: ["data", "a credential", "extensions"]
    ) { bytes in
        let data: AuthenticatorData
        do throws(AuthenticatorDataRejection) {
            data = try AuthenticatorData(bytes)
        } catch {
            requireExplained(.attestationObjectMalformed(.authenticatorDataMalformed(error)))
            requireExplained(.authenticatorDataMalformed(error))
            return
        }
        accepted("data")
        var written = data.relyingPartyIDHash + [data.flags.rawValue] + bigEndian(data.signCount)
        require(
            (data.attestedCredential != nil) == data.flags.contains(.attestedCredentialData),
            "the AT flag matches the attested credential data")
        require((data.extensions != nil) == data.flags.contains(.extensionData), "the ED flag matches the extensions")
        if let credential = data.attestedCredential {
            accepted("a credential")
            written += credential.aaguid.bytes + bigEndian(UInt32(credential.id.bytes.count)).suffix(2)
            written += credential.id.bytes + credential.publicKeyBytes
            let key = try? CBORReader.read(credential.publicKeyBytes)
            require(key?.mapValue == credential.publicKey, "the key bytes encode the key")
            require(AAGUID(credential.aaguid.description) == credential.aaguid, "an AAGUID survives conversion to text")
        }
        require(bytes.starts(with: written), "the input begins with its parts in order")
        let rest = Array(bytes.dropFirst(written.count))
        require((try? CBORReader.read(rest))?.mapValue == data.extensions, "the rest of the input is the extensions")
        if let extensions = data.extensions {
            accepted("extensions")
            let level = extensions["credProtect"]?.intValue.flatMap(CredentialProtection.init(rawValue:))
            require(level.map { (1...3).contains($0.rawValue) } ?? true, "there are three levels of protection")
        }
        require((try? AuthenticatorData(bytes)) == data, "parsing is deterministic")
        require((try? AuthenticatorData(bytes + [0xA0])) == nil, "trailing bytes are rejected")
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
