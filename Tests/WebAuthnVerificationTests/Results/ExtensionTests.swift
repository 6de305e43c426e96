// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct ExtensionTests {
    @Test func `credProps reports whether the credential is discoverable`() throws {
        let scenario = RegistrationScenario().with { $0.options.extensions.credentialProperties = true }
        #expect(try scenario.run().get().extensionOutputs.isDiscoverable == true)
    }

    @Test func `prf reports whether the credential supports it`() throws {
        let scenario = RegistrationScenario().with { $0.options.extensions.prf = true }
        #expect(try scenario.run().get().extensionOutputs.isPRFEnabled == true)
    }

    @Test func `the verified value does not contain the results of prf`() throws {
        let secret = Base64URL.encode(Array(repeating: 0x5A, count: 32))
        let scenario = AuthenticationScenario().with {
            $0.editJSON = { json in
                json["clientExtensionResults"] = ["prf": ["results": ["first": .string(secret)]]]
            }
        }
        var dumped = ""
        dump(try scenario.run().get(), to: &dumped)
        #expect(!dumped.contains(secret))
        #expect(!dumped.contains("90, 90, 90"))
    }

    @Test func `largeBlob reports whether the credential can store data`() throws {
        let scenario = RegistrationScenario(profile: .securityKey).with {
            $0.options.extensions.largeBlob = .support("preferred")
        }
        #expect(try scenario.run().get().extensionOutputs.isLargeBlobSupported == true)
    }

    @Test func `largeBlob returns the stored data`() throws {
        let scenario = AuthenticationScenario().with {
            $0.editJSON = { $0["clientExtensionResults"] = ["largeBlob": ["blob": "AQID"]] }
        }
        #expect(try scenario.run().get().extensionOutputs.largeBlob == [1, 2, 3])
    }

    @Test func `credProtect is read from the signed authenticator data`() throws {
        let scenario = RegistrationScenario(profile: .securityKey).with {
            $0.options.extensions.credentialProtectionPolicy = "userVerificationRequired"
        }
        #expect(try scenario.run().get().credentialProtection == .userVerificationRequired)
    }

    @Test func `appidExclude reports that the client processed it`() throws {
        let scenario = RegistrationScenario(profile: .securityKey).with {
            $0.options.extensions.appIDExclude = "https://example.org/u2f"
        }
        #expect(try scenario.run().get().extensionOutputs.isAppIDExcludeUsed == true)
    }

    @Test func `a response for the AppID is accepted if it was requested`() throws {
        #expect(try Self.appIDScenario.code() == "accepted")
    }

    @Test func `a response for the AppID is rejected unless it was requested`() throws {
        let scenario = Self.appIDScenario.with { $0.pending.appID = .notRequested }
        #expect(try scenario.code() == "authentication.relying-party-id-mismatch")
    }

    @Test func `a response for the AppID is rejected unless the client reports its use`() throws {
        let scenario = Self.appIDScenario.with { $0.editJSON = { $0["clientExtensionResults"] = [:] } }
        #expect(try scenario.code() == "authentication.relying-party-id-mismatch")
    }

    @Test func `a response for the relying party is rejected if the client reports the use of the AppID`() throws {
        let scenario = AuthenticationScenario().with {
            $0.pending.appID = .requested(Self.appIdentifier)
            $0.editJSON = { $0["clientExtensionResults"] = ["appid": true] }
        }
        #expect(try scenario.code() == "authentication.relying-party-id-mismatch")
    }

    @Test func `outputs of unknown extensions and of wrong types are ignored`() throws {
        let scenario = RegistrationScenario().with {
            $0.editJSON = { $0["clientExtensionResults"] = ["credProps": 7, "example.extension": [1, 2]] }
        }
        #expect(try scenario.run().get().extensionOutputs == ClientExtensionOutputs())
    }

    private static let appIdentifier = "https://example.org/u2f"

    private static let appIDScenario = AuthenticationScenario(profile: .securityKey).with {
        $0.options.extensions.appID = appIdentifier
        $0.pending.appID = .requested(appIdentifier)
        $0.settings.usesAppID = true
    }
}
