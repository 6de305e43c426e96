// SPDX-License-Identifier: Apache-2.0

/// One parser that is fed made-up bytes, with the properties that must hold for whatever it accepts.
struct FuzzTarget: Sendable {
    let name: String
    /// The kinds of input that it accepts: its committed seeds have at least one of each.
    let accepts: [String]
    let run: @Sendable ([UInt8]) -> Void

    /// One line per target; its file lies beside this one, its corpus in Fuzzing/Corpus.
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
        .configuration,
    ]
}

/// Stops the fuzzer, which then keeps the bytes, when a property does not hold.
func require(_ holds: Bool, _ property: StaticString) {
    guard holds else { fatalError("does not hold: \(property)") }
}
