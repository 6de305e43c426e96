// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Extensions")
struct ExtensionTests {
    @Test("credProps tells whether the credential is discoverable")
    func credentialProperties() throws {
        let trial = RegistrationTrial().with { $0.options.extensions.credentialProperties = true }
        #expect(try trial.run().get().extensionOutputs.isDiscoverable == true)
    }

    @Test("prf tells whether secrets can be derived")
    func prfEnabled() throws {
        let trial = RegistrationTrial().with { $0.options.extensions.prf = true }
        #expect(try trial.run().get().extensionOutputs.isPRFEnabled == true)
    }

    @Test("the secrets that prf derived are nowhere in the verified value")
    func prfResultsStripped() throws {
        let secret = Base64URL.encode(Array(repeating: 0x5A, count: 32))
        let trial = AuthenticationTrial().with {
            $0.editJSON = { json in
                json["clientExtensionResults"] = ["prf": ["results": ["first": .string(secret)]]]
            }
        }
        var dumped = ""
        dump(try trial.run().get(), to: &dumped)
        #expect(!dumped.contains(secret))
        #expect(!dumped.contains("90, 90, 90"))
    }

    @Test("largeBlob tells whether data can be stored")
    func largeBlobSupport() throws {
        let trial = RegistrationTrial(profile: .securityKey).with {
            $0.options.extensions.largeBlob = .support("preferred")
        }
        #expect(try trial.run().get().extensionOutputs.isLargeBlobSupported == true)
    }

    @Test("largeBlob brings the data that was read")
    func largeBlobRead() throws {
        let trial = AuthenticationTrial().with {
            $0.editJSON = { $0["clientExtensionResults"] = ["largeBlob": ["blob": "AQID"]] }
        }
        #expect(try trial.run().get().extensionOutputs.largeBlob == [1, 2, 3])
    }

    @Test("credProtect is read from what the authenticator signed")
    func credentialProtection() throws {
        let trial = RegistrationTrial(profile: .securityKey).with {
            $0.options.extensions.credentialProtectionPolicy = "userVerificationRequired"
        }
        #expect(try trial.run().get().credentialProtection == .userVerificationRequired)
    }

    @Test("appidExclude tells that the client looked")
    func appIDExclude() throws {
        let trial = RegistrationTrial(profile: .securityKey).with {
            $0.options.extensions.appIDExclude = "https://example.org/u2f"
        }
        #expect(try trial.run().get().extensionOutputs.isAppIDExcludeUsed == true)
    }

    @Test("a response made for the FIDO U2F application is accepted if that was asked for")
    func appID() throws {
        #expect(try Self.appIDTrial.code() == "accepted")
    }

    @Test("a response made for the FIDO U2F application is refused if that was not asked for")
    func appIDNotRequested() throws {
        let trial = Self.appIDTrial.with { $0.pending.appID = .notRequested }
        #expect(try trial.code() == "authentication.relying-party-id-mismatch")
    }

    @Test("a response made for the FIDO U2F application is refused if the client does not say so")
    func appIDNotReported() throws {
        let trial = Self.appIDTrial.with { $0.editJSON = { $0["clientExtensionResults"] = [:] } }
        #expect(try trial.code() == "authentication.relying-party-id-mismatch")
    }

    @Test(
        "a response made for the relying party is refused if the client says that it used the application's identifier")
    func appIDReportedWrongly() throws {
        let trial = AuthenticationTrial().with {
            $0.pending.appID = .requested(Self.appIdentifier)
            $0.editJSON = { $0["clientExtensionResults"] = ["appid": true] }
        }
        #expect(try trial.code() == "authentication.relying-party-id-mismatch")
    }

    @Test("outputs of unknown extensions and of odd types are tolerated")
    func unknownOutputs() throws {
        let trial = RegistrationTrial().with {
            $0.editJSON = { $0["clientExtensionResults"] = ["credProps": 7, "example.extension": [1, 2]] }
        }
        #expect(try trial.run().get().extensionOutputs == ClientExtensionOutputs())
    }

    private static let appIdentifier = "https://example.org/u2f"

    private static let appIDTrial = AuthenticationTrial(profile: .securityKey).with {
        $0.options.extensions.appID = appIdentifier
        $0.pending.appID = .requested(appIdentifier)
        $0.settings.usesAppID = true
    }
}
