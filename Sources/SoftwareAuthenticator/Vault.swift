// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The contents of a vault.
struct Vault: Codable {
    struct Credential: Codable {
        let id: Data
        let relyingPartyID: String
        let userHandle: Data
        let userName: String
        let displayName: String
        let algorithm: KeyAlgorithm
        /// PKCS#8, not encrypted.
        let privateKey: Data
        let signCount: UInt32
        let isDiscoverable: Bool
        let prfSecret: Data
        let protectionLevel: Int?
        let largeBlob: Data?
        let supportsLargeBlob: Bool
    }

    struct Authority: Codable {
        struct Member: Codable {
            let certificate: Data
            let subject: DirectoryName
            let serialNumber: Data
            let algorithm: KeyAlgorithm
            let privateKey: Data
        }

        let commonName: String
        let root: Member
        let intermediate: Member
    }

    static let currentVersion = 1

    var version = currentVersion
    let profile: AuthenticatorProfile
    let credentials: [Credential]
    let authority: Authority?
}

extension SoftwareAuthenticator {
    /// Restores an authenticator from the result of `vault()`.
    public convenience init(vault bytes: [UInt8]) throws(AuthenticatorFailure) {
        let vault: Vault
        do {
            vault = try JSONDecoder().decode(Vault.self, from: Data(bytes))
        } catch {
            throw .vaultMalformed("JSON")
        }
        guard vault.version == Vault.currentVersion else { throw .vaultMalformed("version") }
        self.init(profile: vault.profile, authority: try vault.authority.map(AttestationAuthority.init))
        for credential in vault.credentials { insert(try CredentialRecord(credential)) }
    }

    /// The whole authenticator as JSON, including its unencrypted private keys.
    public func vault() throws(AuthenticatorFailure) -> [UInt8] {
        let vault = Vault(
            profile: profile, credentials: records.map(Vault.Credential.init),
            authority: existingAuthority.map(Vault.Authority.init))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(vault))
        } catch {
            throw .vaultMalformed("JSON")
        }
    }
}

extension Vault.Credential {
    fileprivate init(_ record: CredentialRecord) {
        id = Data(record.id)
        relyingPartyID = record.relyingPartyID
        userHandle = Data(record.userHandle)
        userName = record.userName
        displayName = record.displayName
        algorithm = record.key.algorithm
        privateKey = Data(record.key.privateKeyInfo)
        signCount = record.signCount
        isDiscoverable = record.isDiscoverable
        prfSecret = Data(record.prfSecret)
        protectionLevel = record.protectionLevel
        largeBlob = record.largeBlob.map { Data($0) }
        supportsLargeBlob = record.supportsLargeBlob
    }
}

extension CredentialRecord {
    fileprivate init(_ stored: Vault.Credential) throws(AuthenticatorFailure) {
        self.init(
            id: Array(stored.id), relyingPartyID: stored.relyingPartyID, userHandle: Array(stored.userHandle),
            userName: stored.userName, displayName: stored.displayName,
            key: try SigningKey(stored.algorithm, privateKeyInfo: Array(stored.privateKey)),
            signCount: stored.signCount, isDiscoverable: stored.isDiscoverable, prfSecret: Array(stored.prfSecret),
            protectionLevel: stored.protectionLevel, largeBlob: stored.largeBlob.map { Array($0) },
            supportsLargeBlob: stored.supportsLargeBlob)
    }
}

extension Vault.Authority {
    fileprivate init(_ authority: AttestationAuthority) {
        commonName = authority.commonName
        root = Member(authority.root)
        intermediate = Member(authority.intermediate)
    }
}

extension Vault.Authority.Member {
    fileprivate init(_ minted: MintedCertificate) {
        certificate = Data(minted.der)
        subject = minted.subject
        serialNumber = Data(minted.serialNumber)
        algorithm = minted.key.algorithm
        privateKey = Data(minted.key.privateKeyInfo)
    }

    fileprivate func minted() throws(AuthenticatorFailure) -> MintedCertificate {
        MintedCertificate(
            der: Array(certificate), key: try SigningKey(algorithm, privateKeyInfo: Array(privateKey)),
            subject: subject, serialNumber: Array(serialNumber))
    }
}

extension AttestationAuthority {
    fileprivate convenience init(_ stored: Vault.Authority) throws(AuthenticatorFailure) {
        self.init(
            commonName: stored.commonName, root: try stored.root.minted(),
            intermediate: try stored.intermediate.minted())
    }
}
