// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import SoftwareAuthenticator
import TestSupport
import Testing
import WireFormats

@Suite struct VaultTests {
    @Test(arguments: [AuthenticatorProfile.iCloudKeychain, .securityKey, .windowsHello])
    func `an authenticator from a vault has the same credentials`(profile: AuthenticatorProfile) throws {
        let authenticator = SoftwareAuthenticator(profile: profile)
        _ = try authenticator.register(Options.creation(algorithms: [-7, -257], user: "AAAA"))
        _ = try authenticator.register(Options.creation(algorithms: [-7, -257], user: "BBBB"))
        let copy = try SoftwareAuthenticator(vault: authenticator.vault())
        #expect(copy.profile == profile)
        #expect(copy.credentials == authenticator.credentials)
    }

    @Test func `a credential from a vault signs with its key and continues its counter`() throws {
        let authenticator = SoftwareAuthenticator(profile: .legacyDeviceBound)
        let registration = try authenticator.register(Options.creation())
        let key = try PublicKey(subjectPublicKeyInfo: registration.bytes("publicKey"))
        _ = try authenticator.signIn(Options.request())
        let response = try SoftwareAuthenticator(vault: authenticator.vault()).signIn(Options.request())
        #expect(response.signCount == 3)
        #expect(
            key.isValid(
                signature: try response.bytes("signature"),
                for: response.authenticatorData + response.clientDataHash, scheme: .ecdsa(.sha256)))
    }

    @Test func `secrets and blobs are in the vault`() throws {
        let authenticator = SoftwareAuthenticator()
        _ = try authenticator.register(Options.creation(more: #","extensions":{"largeBlob":{"support":"preferred"}}"#))
        let request = #","extensions":{"prf":{"eval":{"first":"AAAA"}},"largeBlob":{"read":true}}"#
        _ = try authenticator.signIn(Options.request(more: #","extensions":{"largeBlob":{"write":"AQID"}}"#))
        let copy = try SoftwareAuthenticator(vault: authenticator.vault())
        let original = try authenticator.signIn(Options.request(more: request)).extensions
        #expect(try copy.signIn(Options.request(more: request)).extensions == original)
    }

    @Test func `the attestation authority is in the vault once it has been used`() throws {
        let authenticator = SoftwareAuthenticator(profile: .securityKey)
        _ = try authenticator.register(Options.creation(attestation: "direct"))
        let copy = try SoftwareAuthenticator(vault: authenticator.vault())
        #expect(try copy.attestationAuthority().root.der == authenticator.attestationAuthority().root.der)
    }

    @Test func `text that is not a vault is rejected`() throws {
        #expect(throws: AuthenticatorFailure.vaultMalformed("JSON")) { try SoftwareAuthenticator(vault: [0x7b]) }
        let later = String(decoding: try SoftwareAuthenticator().vault(), as: UTF8.self)
            .replacing(#""version" : 1"#, with: #""version" : 2"#)
        #expect(throws: AuthenticatorFailure.vaultMalformed("version")) {
            try SoftwareAuthenticator(vault: Array(later.utf8))
        }
    }

    @Test func `a vault file is readable by its owner only and leaves no temporary file`() throws {
        let folder = try TemporaryFolder()
        let file = VaultFile(url: URL(filePath: folder.path(of: "vault.json")))
        #expect(try file.authenticator() == nil)

        let authenticator = SoftwareAuthenticator()
        try file.save(authenticator)
        _ = try authenticator.register(Options.creation())
        try file.save(authenticator)
        #expect(try file.authenticator()?.credentials == authenticator.credentials)
        let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["vault.json"])
    }

    @Test func `the failure to write a vault names the system call`() {
        let file = VaultFile(url: URL(filePath: "/nowhere/vault.json"))
        #expect {
            try file.write([1])
        } throws: { error in
            (error as? VaultFile.Failure)?.call == "open"
        }
    }
}
