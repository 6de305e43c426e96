// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import TestSupport
import Testing
import WebAuthnMessages
import WireFormats

struct PlainCredentialTests {
    private func credential(encodedBy encode: ([UInt8]) -> String, _ bytes: [UInt8]) -> PlainCredential {
        let clientData = JSONValue.object(["challenge": .string(Base64URL.encode(bytes))]).serialized()
        return PlainCredential([
            "id": .string(encode(bytes)), "rawId": .string(encode(bytes)), "type": "public-key",
            "response": [
                "clientDataJSON": .string(encode(clientData)), "authenticatorData": .string(encode(bytes)),
                "signature": .string(encode(bytes)), "userHandle": .string(encode(bytes)),
            ],
        ])
    }

    @Test func `both alphabets of base64 are read, with and without padding`() throws {
        var random = SeededGenerator(seed: 7)
        for length in 16...64 {
            let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
            let encodings: [([UInt8]) -> String] = [
                Base64URL.encode, Base64.encode, { Base64.encode($0).replacing("=", with: "") },
                { Base64.encode($0).replacing("+", with: "-").replacing("/", with: "_") },
            ]
            for encode in encodings {
                let read = credential(encodedBy: encode, bytes)
                #expect(read.challenge?.bytes == bytes)
                #expect(try read.response.authentication().credentialID.bytes == bytes)
                #expect(read.id == encode(bytes))
            }
        }
    }

    @Test func `what is no base64 is no response`() {
        for text in ["", "=", "====", "a=b", "a===", "ä", "a b"] {
            let read = credential(encodedBy: { _ in text }, [1])
            #expect(read.challenge == nil)
            #expect(throws: (any Error).self) { try read.response.authentication() }
        }
    }
}
