// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
public import WebAuthnVerification
import WireFormats

extension StoredCredential: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, publicKey, relyingPartyID, owner, signCount, backupEligibility, isBackedUp, transports
    }

    /// Decodes a record. The next verification parses its public key.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = Base64URL.decode(try container.decode(String.self, forKey: .publicKey)) else {
            throw DecodingError.dataCorruptedError(
                forKey: .publicKey, in: container, debugDescription: "The public key is not base64url.")
        }
        self.init(
            id: try container.decode(CredentialID.self, forKey: .id), publicKey: .coseBytes(key),
            relyingPartyID: try container.decode(String.self, forKey: .relyingPartyID),
            owner: try container.decode(UserHandle.self, forKey: .owner),
            signCount: try container.decode(UInt32.self, forKey: .signCount),
            backupEligibility: BackupEligibility(
                isEligible: try container.decodeIfPresent(Bool.self, forKey: .backupEligibility)),
            isBackedUp: try container.decode(Bool.self, forKey: .isBackedUp),
            transports: try container.decode([String].self, forKey: .transports)
                .map(AuthenticatorTransport.init(rawValue:)))
    }

    /// Encodes the record, with binary values in base64url. Omits an unknown backup eligibility.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(Base64URL.encode(publicKeyBytes), forKey: .publicKey)
        try container.encode(relyingPartyID, forKey: .relyingPartyID)
        try container.encode(owner, forKey: .owner)
        try container.encode(signCount, forKey: .signCount)
        try container.encodeIfPresent(backupEligibility.isEligible, forKey: .backupEligibility)
        try container.encode(isBackedUp, forKey: .isBackedUp)
        try container.encode(transports.map(\.rawValue), forKey: .transports)
    }
}

extension StoredCredential.BackupEligibility {
    fileprivate init(isEligible: Bool?) {
        self = isEligible.map { $0 ? .eligible : .notEligible } ?? .unknown
    }

    fileprivate var isEligible: Bool? {
        switch self {
        case .eligible: true
        case .notEligible: false
        case .unknown: nil
        }
    }
}
