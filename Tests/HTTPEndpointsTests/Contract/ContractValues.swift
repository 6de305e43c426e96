// SPDX-License-Identifier: Apache-2.0

import TestSupport
import WebAuthnMessages
import WireFormats

/// Random values of the members of bodies and answers.
struct ContractValues {
    /// The optional members that there are.
    enum Presence: Sendable {
        case all, none, some
    }

    private let presence: Presence
    private var randomness: SeededGenerator

    init(_ presence: Presence, seed: UInt64) {
        self.presence = presence
        randomness = SeededGenerator(seed: seed)
    }

    mutating func optional<Value>(_ value: (inout ContractValues) -> Value) -> Value? {
        switch presence {
        case .all: value(&self)
        case .none: nil
        case .some: Bool.random(using: &randomness) ? value(&self) : nil
        }
    }

    mutating func optionalText() -> String? { optional { $0.text() } }

    /// A text with characters that JSON and paths escape.
    mutating func text() -> String { characters(of: Self.letters + #" "\/|%?&=+<>äß€😀"#) }

    /// A text that every rule accepts.
    mutating func word() -> String { characters(of: Self.letters) }

    mutating func bytes() -> [UInt8] {
        (0..<count()).map { _ in UInt8.random(in: 0...255, using: &randomness) }
    }

    mutating func element<Element>(of elements: [Element]) -> Element? { elements.randomElement(using: &randomness) }

    mutating func time() -> Timestamp {
        Timestamp(secondsSince1970: Int64.random(in: 0..<4_000_000_000, using: &randomness))
    }

    /// The response of a device.
    mutating func response() -> CredentialResponse {
        if Bool.random(using: &randomness) {
            return .registration(
                of: CredentialID(bytes()), clientDataJSON: bytes(), attestationObject: bytes(),
                transports: optional { _ in [.internal] } ?? [], attachment: optional { _ in .platform })
        }
        return .authentication(
            with: CredentialID(bytes()), clientDataJSON: bytes(), authenticatorData: bytes(), signature: bytes(),
            userHandle: optional { $0.bytes() } ?? [], attachment: optional { _ in .crossPlatform })
    }

    private mutating func characters(of alphabet: String) -> String {
        let alphabet = Array(alphabet)
        return String((0..<count()).map { _ in alphabet.randomElement(using: &randomness) ?? "a" })
    }

    private mutating func count() -> Int { Int.random(in: 1...20, using: &randomness) }

    private static let letters = "abcxyzABCXYZ0189-"
}
