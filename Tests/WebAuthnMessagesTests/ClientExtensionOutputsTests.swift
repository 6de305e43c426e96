// SPDX-License-Identifier: Apache-2.0

import Testing
import WebAuthnMessages
import WireFormats

@Suite struct ClientExtensionOutputsTests {
    @Test func `outputs of the specified types are parsed`() {
        let outputs = ClientExtensionOutputs([
            "credProps": ["rk": false], "prf": ["enabled": true],
            "largeBlob": ["supported": true, "written": false, "blob": "AQID"], "appid": true, "appidExclude": false,
        ])
        #expect(outputs.isDiscoverable == false)
        #expect(outputs.isPRFEnabled == true)
        #expect(outputs.isLargeBlobSupported == true)
        #expect(outputs.isLargeBlobWritten == false)
        #expect(outputs.largeBlob == [1, 2, 3])
        #expect(outputs.isAppIDUsed == true)
        #expect(outputs.isAppIDExcludeUsed == false)
    }

    @Test func `the results of prf are discarded`() {
        let outputs = ClientExtensionOutputs(["prf": ["enabled": true, "results": ["first": "c2VjcmV0"]]])
        #expect(!"\(outputs)".contains("c2VjcmV0"))
        #expect(!"\(outputs)".contains("\(Array("secret".utf8))"))
    }

    @Test func `unknown outputs, and outputs of the wrong type, are ignored`() {
        let outputs = ClientExtensionOutputs([
            "credProps": ["rk": 1], "prf": true, "largeBlob": ["supported": "yes", "blob": "not base64url!"],
            "appid": "true", "appidExclude": .null, "future": ["a": 1],
        ])
        #expect(outputs == ClientExtensionOutputs())
    }
}
