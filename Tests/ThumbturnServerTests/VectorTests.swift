// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestConsole
import Testing
import ThumbturnServer

/// Rejections at another step than the vectors name, with the reason in `docs/vectors.md`.
private let stepDeviations: Set<String> = [
    "wrs-firefox98-truncated-aaguid", "fxa-attestation-attestation-object-is-not-well-formed-cbor",
    "fxa-attestation-client-data-is-not-well-formed-json",
]

/// Accepted cases of FIDO U2F whose AAGUID is not zero; we report zero, with the reason in `docs/vectors.md`.
private let unsignedModels: Set<String> = [
    "w3c-fido-u2f-es256-reg", "yubico-fidou2f-basicattestation-reg", "yubico-fidou2f-selfattestation-reg",
]

@Suite struct VectorTests {
    @Test func `every derived case with a firm verdict gets it`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--batch", Checkout.derivedVectors, "--check") == .success)
        #expect(console.writtenErrors.hasPrefix("191 cases"))
    }

    @Test func `every derived rejection happens at the step its case names`() async throws {
        try await expectSteps(in: Checkout.derivedVectors)
    }

    @Test func `every accepted derived case reports what it expects`() async throws {
        try await expectOutputs(in: Checkout.derivedVectors)
    }

    @Test(.enabled(if: Checkout.otherVectors != nil, others))
    func `every third-party case with a firm verdict gets it`() async throws {
        let folder = try #require(Checkout.otherVectors) + "/upstream"
        let console = RecordingConsole()
        #expect(await console.run("verify", "--batch", folder, "--check") == .success, "\(console.writtenErrors)")
    }

    @Test(.enabled(if: Checkout.otherVectors != nil, others))
    func `every third-party rejection happens at the step named`() async throws {
        try await expectSteps(in: try #require(Checkout.otherVectors) + "/upstream")
    }

    @Test(.enabled(if: Checkout.otherVectors != nil, others))
    func `every accepted third-party case reports what it expects`() async throws {
        try await expectOutputs(in: try #require(Checkout.otherVectors) + "/upstream")
    }

    @Test(.enabled(if: Checkout.otherVectors != nil, others))
    func `third-party metadata gets its verdict`() async throws {
        let folder = try #require(Checkout.otherVectors) + "/mds"
        for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
            let path = folder + "/" + name
            let expectation = try String(contentsOfFile: path + "/meta.json", encoding: .utf8).jsonObject
            let time = try #require(expectation["verification_time"] as? String)
            let console = RecordingConsole()
            let status = await console.run(
                "verify", "--metadata", path + "/blob.jwt", "--roots", path + "/root.pem", "--at", time)
            #expect((status == .success) == (expectation["expected"] as? String == "accept"), "\(name)")
        }
    }

    private func expectSteps(in folder: String) async throws {
        for (vector, verdict) in try await judge(folder) where vector["debatable"] as? Bool != true {
            guard vector["expected"] as? String == "reject", let step = vector["spec_step"] as? String else { continue }
            let id = try #require(vector["id"] as? String)
            guard !stepDeviations.contains(id) else { continue }
            #expect(verdict["step"] as? String == step.split(separator: " ").first.map(String.init), "\(id)")
        }
    }

    private func expectOutputs(in folder: String) async throws {
        for (vector, verdict) in try await judge(folder) where verdict["verdict"] as? String == "accept" {
            guard let expected = vector["expected_output"] as? [String: Any] else { continue }
            let output = try #require(verdict["output"] as? [String: Any])
            let isUnsigned = unsignedModels.contains("\(vector["id"] ?? "")")
            for (name, value) in expected {
                let value = isUnsigned && name == "aaguid" ? String(repeating: "0", count: 32) : value
                #expect("\(output[name] ?? "nothing")" == "\(value)", "\(vector["id"] ?? ""): \(name)")
            }
        }
    }

    private func judge(_ folder: String) async throws -> [(vector: [String: Any], verdict: [String: Any])] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        let console = RecordingConsole()
        _ = await console.run(["verify", "--batch", folder])
        let vectors = try names.sorted().map {
            try String(contentsOfFile: folder + "/" + $0, encoding: .utf8).jsonObject
        }
        try #require(vectors.count == console.lines.count)
        return zip(vectors, console.lines).map { ($0, $1.jsonObject) }
    }
}

private let others: Comment = "THUMBTURN_VECTORS names no folder"
