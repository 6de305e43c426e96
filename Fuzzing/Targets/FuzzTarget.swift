// SPDX-License-Identifier: Apache-2.0

import POSIX

/// A fuzzed parser with the properties that must hold for the input that it accepts.
struct FuzzTarget: Sendable {
    let name: String
    /// The kinds of input that it accepts. The committed seeds include at least one of each.
    let accepts: [String]
    let run: @Sendable ([UInt8]) -> Void

    /// All targets. Their corpora are in Fuzzing/Corpus.
    static let all: [FuzzTarget] = [
        .cbor,
        .json,
        .der,
        .text,
        .options,
        .clientData,
        .authenticatorData,
        .coseKey,
        .tpm,
        .x509,
        .attestationObject,
        .metadataBLOB,
        .registrationResponse,
        .authenticationResponse,
        .httpRequest,
        .requestBody,
        .route,
        .forwarding,
        .clientAuthentication,
        .requestTarget,
        .proof,
        .jsonWebKey,
        .ceremonySeal,
        .authorizationRequest,
        .claimsRequest,
        .authorizationSeal,
        .browserCookies,
        .userCode,
        .passwordHash,
        .deviceKey,
        .configuration,
    ]
}

/// Stops the fuzzer, which then saves the input, if a property doesn't hold.
func require(_ isTrue: Bool, _ property: StaticString) {
    guard isTrue else { fatalError("does not hold: \(property)") }
}

/// The kinds of input that the target has accepted in this run. A target that accepts nothing checks no property of
/// accepted input.
enum Acceptance {
    nonisolated(unsafe) fileprivate static var reached: Set<String> = []

    /// Prints at exit each declared kind that was never accepted. Fuzzing/run reads the lines.
    static func reportAtExit() {
        atexit {
            for kind in FuzzDriver.target?.accepts ?? [] where !Acceptance.reached.contains(kind) {
                let line = Array("never accepted: \(kind)\n".utf8)
                _ = write(STDERR_FILENO, line, line.count)
            }
        }
    }
}

/// Records that the input was accepted as one of the kinds that the target declares.
func accepted(_ kind: String) {
    guard Acceptance.reached.insert(kind).inserted else { return }
    require(FuzzDriver.target?.accepts.contains(kind) == true, "the target declares the kind that it accepted")
}
