// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import WireFormats

@testable import Thumbturn

/// The texts that users read.
struct TextTests {
    @Test(arguments: ["en", "de"])
    func `every sentence of every error is in the catalog`(_ language: String) throws {
        let catalog = try catalog(of: "Thumbturn", in: language)
        let used = Set(PasskeyError.examples.flatMap { [$0.words.message, $0.words.recovery] })
            .union(WeakPassword.Rule.sentences.values)
        #expect(used == Set(catalog.keys))
        #expect(catalog.values.allSatisfy { $0.hasSuffix(".") })
        #expect(catalog.allSatisfy { $0.key.contains("%@") == $0.value.contains("%@") })
        #expect(language == "de" || catalog.allSatisfy { $0.key == $0.value })
    }

    @Test(arguments: ["en", "de"])
    func `every text of the views is in the catalog`(_ language: String) throws {
        let catalog = try catalog(of: "ThumbturnUI", in: language)
        let folder = GuidePage.root.appending(path: "Sources/ThumbturnUI")
        var used: Set<String> = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            for match in text.matches(of: /viewText\(\s*"([^"]+)"/) { used.insert(String(match.output.1)) }
            // Everything else that SwiftUI shows would be looked up in the application's own catalog.
            let literals = text.replacing("viewText(", with: "(").split(separator: "\n")
                .filter { !$0.contains("//") }
                .filter {
                    $0.contains(/(?:Text|Button|Label|TextField|SecureField|ProgressView|alert|navigationTitle)\("/)
                }
            #expect(literals == [])
        }
        #expect(used == Set(catalog.keys))
        #expect(catalog.allSatisfy { $0.key.contains("%@") == $0.value.contains("%@") })
        #expect(language == "de" || catalog.allSatisfy { $0.key == $0.value })
    }

    @Test func `no error tells the user what only a developer understands`() {
        for error in PasskeyError.examples {
            for sentence in [error.message, error.recovery] {
                #expect(!sentence.contains("user_profile") && !sentence.contains("webcredentials"))
                #expect(!sentence.contains("invalid_request") && !sentence.contains("-25308"))
            }
        }
    }

    @Test func `an error that is handled as any other has the same sentences`() {
        for error in PasskeyError.examples {
            let general: any Error = error
            #expect(general.localizedDescription == error.message)
            #expect((general as? any LocalizedError)?.recoverySuggestion == error.recovery)
            let object = error as NSError
            #expect(object.domain == "ThumbturnPasskeyError" && object.code == error.errorCode)
            #expect(object.userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String == error.recovery)
            #expect(object.userInfo[NSDebugDescriptionErrorKey] as? String == error.developerNote)
        }
    }

    @Test func `no two errors have one number`() {
        let numbers = Dictionary(grouping: PasskeyError.examples) { $0.errorCode }
        #expect(numbers.keys.sorted() == Array(1...36))
        for errors in numbers.values { #expect(Set(errors.map(\.name)).count == 1) }
    }

    @Test func `the privacy manifest names what a sign-up sends, and no tracking`() throws {
        let path = GuidePage.root.appending(path: "Sources/Thumbturn/Resources/PrivacyInfo.xcprivacy")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: path), format: nil)
        let manifest = try #require(list as? [String: Any])
        #expect(manifest["NSPrivacyTracking"] as? Bool == false)
        #expect((manifest["NSPrivacyTrackingDomains"] as? [String])?.isEmpty == true)
        #expect((manifest["NSPrivacyAccessedAPITypes"] as? [Any])?.isEmpty == true)
        let collected = try #require(manifest["NSPrivacyCollectedDataTypes"] as? [[String: Any]])
        let types = collected.compactMap { $0["NSPrivacyCollectedDataType"] as? String }
        let prefix = "NSPrivacyCollectedDataType"
        #expect(Set(types) == Set(["Name", "EmailAddress", "PhoneNumber", "UserID"].map { prefix + $0 }))
        for type in collected {
            #expect(type["NSPrivacyCollectedDataTypeLinked"] as? Bool == true)
            #expect(type["NSPrivacyCollectedDataTypeTracking"] as? Bool == false)
        }
    }

    /// The texts in a language by their keys, as a translator has confirmed them.
    private func catalog(of module: String, in language: String) throws -> [String: String] {
        let path = GuidePage.root.appending(path: "Sources/\(module)/Resources/Localizable.xcstrings")
        let strings = try JSONReader.read([UInt8](Data(contentsOf: path)))["strings"]?.objectValue?.members ?? []
        var catalog: [String: String] = [:]
        for entry in strings {
            let unit = try #require(entry.value["localizations"]?[language]?["stringUnit"], "\(entry.name)")
            #expect(unit["state"] == "translated")
            catalog[entry.name] = unit["value"]?.stringValue
        }
        return catalog
    }
}

extension PasskeyError {
    /// One error of each kind, and one for each sentence.
    static let examples: [PasskeyError] =
        [
            .canceled, .noPasskeyHere, .alreadyRegistered, .accountExists, .invalidProfile(field: nil),
            .invalidProfile(field: "email"), .invalidProfile(field: "phone_number"),
            .invalidProfile(field: "username"), .wrongPassword(username: "ada"), .wrongPassword(username: nil),
            .weakPassword(WeakPassword(reason: .rules, rules: [.init(code: "lengthAtLeast", isMet: false)])),
            .weakPassword(WeakPassword(reason: .common)), .weakPassword(WeakPassword(reason: .breached)),
            .weakPassword(WeakPassword(reason: .personal)), .weakPassword(WeakPassword(reason: .reused)),
            .wrongCode, .codeExpired, .identifierUnverified, .verificationPending, .noDeviceKeyHere,
            .deviceKeyInvalid, .wrongDeviceKey, .passkeyNeeded,
            .tooBusy(retryAfter: nil), .tooBusy(retryAfter: 90), .accountBlocked, .accountToBeDeleted,
            .notSignedIn, .signInTooOld,
            .wrongAccount,
            .appNotAssociated(AssociationHelp(relyingPartyID: "example.com", bundleIdentifier: nil, reason: nil)),
            .misconfigured(code: "oauth.client-unknown", message: "Unknown client.", reference: "req_1"),
            .deviceCannotCreate(reason: nil), .deviceCannotHoldKey(reason: nil), .securityKeyNeedsPIN,
            .prefersSignInWithApple, .biometricsFailed, .biometricsLocked,
            .notInteractive, .notSupported, .timedOut, .network,
        ]
        + [
            "invalid_request", "sign-in.last-credential", "sign-in.passkey-too-new",
            "sign-in.last-settled-passkey", "sign-in.too-many-passkeys",
            "sign-in.last-device-key", "sign-in.too-many-device-keys", "sign-in.device-name",
            "sign-in.storage-unavailable", "sign-in.passkey-name.too-long", "sign-in.password-breached",
        ].map { .server(code: $0, message: "user_profile must contain email.", reference: nil) }
        + [.keychain(status: -25308), .unexpectedResponse]

    /// The name of the case.
    var name: Substring { "\(self)".prefix { $0 != "(" } }
}
