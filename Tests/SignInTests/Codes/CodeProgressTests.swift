// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import SignIn
import TestSupport
import Testing
import WireFormats

/// What a browser holds of codes, as it is read again.
struct CodeProgressTests {
    private static let time = Timestamp(secondsSince1970: 1_800_000_000)

    private static let proof: JSONValue = [
        "people", "email", "ada@example.org", .string(SentCode.ID.random(at: time).text), 1_800_003_600,
        "sign-up",
    ]

    @Test func `what is written is read`() throws {
        var progress = CodeProgress()
        #expect(CodeProgress(progress.json) == progress && progress.isEmpty)
        progress.address = "ada@example.org"
        progress.signIn = .random(at: Self.time)
        progress.signUp = [.email: .random(at: Self.time), .phoneNumber: .random(at: Self.time)]
        progress.proofs = [try #require(AddressProof(Self.proof))]
        #expect(CodeProgress(progress.json) == progress && !progress.isEmpty)
        #expect(progress.proofs.map(\.json) == [Self.proof])
    }

    @Test(arguments: [
        "null", "{}", "[]", #"["people","mail","a","AA",1,"sign-in"]"#,
        #"["people","email","a","=",1,"sign-in"]"#, #"["people","email","a","AA",0,"sign-in"]"#,
        #"["people","email","a","AA",-1,"sign-in"]"#, #"["people","email","a","AA",1.5,"sign-in"]"#,
        #"["people","email","a","AA",1e30,"sign-in"]"#,
        #"["people","email","a","AA",99999999999999999999,"sign-in"]"#, #"["people","email","a","AA","1","sign-in"]"#,
        #"["people","email","a","AA",1]"#, #"["people","email","a","AA",1,"sign-in",1]"#,
        #"["people","email","a","AA",1,"sign"]"#, #"[1,"email","a","AA",1,"sign-in"]"#,
    ])
    func `other JSON is no proof`(text: String) throws {
        #expect(AddressProof(try JSONReader.read(Array(text.utf8))) == nil)
    }

    @Test func `whatever is read can be written and read again`() throws {
        let texts: [JSONValue] = [
            "", "x", "email", "phone_number", "=", .string(SentCode.ID.random(at: Self.time).text), 1, .null,
        ]
        var generator = SeededGenerator(seed: 3)
        let any = { (generator: inout SeededGenerator) in texts.randomElement(using: &generator) ?? .null }
        for _ in 0..<2_000 {
            var json = JSONObject()
            json["address"] = any(&generator)
            json["sign_in"] = any(&generator)
            json["sign_up"] =
                Bool.random(using: &generator) ? ["email": any(&generator), "x": any(&generator)] : any(&generator)
            var parts = Self.proof.arrayValue ?? []
            parts[Int.random(in: parts.indices, using: &generator)] = any(&generator)
            json["proofs"] = Bool.random(using: &generator) ? [.array(parts), Self.proof] : any(&generator)
            let progress = CodeProgress(json)
            #expect(CodeProgress(progress.json) == progress)
            #expect(progress.proofs.count <= 2)
        }
    }

    @Test func `the text of an ID is its bytes, and nothing longer than one`() throws {
        let id = SentCode.ID.random(at: Self.time)
        #expect(SentCode.ID(text: id.text) == id)
        for text in [id.text + "=", id.text + "\n", "é", "+/", String(repeating: "A", count: 65)] {
            #expect(SentCode.ID(text: text) == nil)
        }
    }
}
