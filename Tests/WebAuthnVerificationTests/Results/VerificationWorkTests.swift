// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The work of the costliest response of each kind, in multiples of one ES256 signature verification. The ceremony
/// benchmark measures the time.
@Suite struct VerificationWorkTests {
    /// A typical sign-in takes about 29 in the server (docs/benchmarks.md), so ten sign-ins take more than this.
    private static let bound = 200

    @Test(arguments: costliest)
    func `the costliest valid statement of each format stays within its limit`(row: Row) throws {
        let scenario = try row.scenario()
        #expect(try scenario.code() == "accepted")
        let work = try scenario.work()
        #expect(row.range.contains(work), "\(work)")
        #expect(work <= Self.bound)
    }

    @Test func `a response that needs more work than the limit is rejected before it exceeds it`() throws {
        let scenario = try Self.compound([.packed, .packed, .packed, .packed, .packed, .packed, .packed, .packed])
        #expect(try scenario.code() == "registration.attestation.too-costly")
        #expect(try scenario.work() <= Self.bound)
    }

    @Test(arguments: [
        (KeyAlgorithm.es256, 1...1), (.edDSA, 2...2), (.rs256, 1...2), (.es256K, 10...10), (.es384, 12...12),
        (.es512, 20...20), (.ed448, 6...6),
    ])
    func `an authentication takes the work of one signature`(algorithm: KeyAlgorithm, range: ClosedRange<Int>) throws {
        let scenario = AuthenticationScenario(profile: .securityKey.with { $0.algorithms = [algorithm] })
        #expect(range.contains(try scenario.work()))
        #expect(range.contains(try scenario.with { $0.mutation = .flipSignatureBit }.work()))
    }

    @Test(arguments: [AttestationKind.fidoU2F, .androidSafetyNet])
    func `the work of a statement's signature is counted`(kind: AttestationKind) throws {
        let scenario = try RegistrationScenario(attesting: kind).with { $0.pending.attestationTrust = .notRequired }
        let json = try scenario.responseJSON()
        let now = Timestamp.now()
        // Neither reaches its signature: one has none, the other one is stale.
        let early =
            kind == .fidoU2F
            ? try scenario.work(
                of: json.edited { $0.editStatement { $0.entries.removeAll { $0.key == .text("sig") } } }, at: now)
            : try scenario.work(of: json, at: Timestamp(secondsSince1970: now.secondsSince1970 + 3600))
        #expect(try scenario.work(of: json, at: now) == early + 1)
    }

    @Test func `a response that is rejected before its signature takes no work`() throws {
        #expect(try RegistrationScenario(attesting: .packed).with { $0.mutation = .wrongChallenge }.work() == 0)
        #expect(try AuthenticationScenario().with { $0.mutation = .wrongChallenge }.work() == 0)
    }

    @Test(arguments: [(2048, 17, 1), (3072, 17, 1), (4096, 17, 2), (8192, 17, 5), (8192, 64, 17)])
    func `the work of an RSA verification grows with the modulus and the exponent`(
        bits: Int, exponentBits: Int, work: Int
    ) throws {
        let modulus = [0x80] + [UInt8](repeating: 0, count: bits / 8 - 2) + [1]
        let exponent: [UInt8] = exponentBits == 17 ? [1, 0, 1] : [UInt8](repeating: 0xFF, count: exponentBits / 8)
        #expect(try PublicKey.rsa(modulus: modulus, exponent: exponent).verificationWork == work)
    }

    @Test func `the work of parsing a certificate grows with its length`() {
        #expect(Certificate.readingWork(byteCount: 700) == 5)
        #expect(Certificate.readingWork(byteCount: 32 << 10) > 100)
    }

    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let range: ClosedRange<Int>
        let scenario: @Sendable () throws -> RegistrationScenario
    }

    private static let costliest = [
        Row(description: "none", range: 0...0) { try RegistrationScenario(attesting: .none) },
        Row(description: "packed, by the credential itself", range: 20...20) {
            try RegistrationScenario(attesting: .packedSelf, algorithm: .es512)
        },
        Row(description: "packed, eight certificates", range: 60...90) { try certificates(.packed, algorithm: .es512) },
        Row(description: "tpm, eight certificates", range: 40...90) { try certificates(.tpm, algorithm: .rs256) },
        Row(description: "android-key, eight certificates", range: 40...90) { try certificates(.androidKey) },
        Row(description: "android-safetynet", range: 8...40) { try RegistrationScenario(attesting: .androidSafetyNet) },
        Row(description: "apple, eight certificates", range: 40...90) { try certificates(.apple) },
        Row(description: "fido-u2f", range: 5...10) { try RegistrationScenario(attesting: .fidoU2F) },
        Row(description: "compound, five packed with a P-521 key", range: 130...200) {
            try compound([.packed, .packed, .packed, .packed, .packed])
        },
    ]

    private static func certificates(
        _ kind: AttestationKind, algorithm: KeyAlgorithm? = nil
    ) throws -> RegistrationScenario {
        try RegistrationScenario(attesting: kind).with {
            $0.settings.attestationKeyAlgorithm = algorithm
            $0.editJSON = { json in json.editStatement { $0.lengthenCertificates(to: 8) } }
        }
    }

    private static func compound(_ parts: [AttestationKind]) throws -> RegistrationScenario {
        try RegistrationScenario(attesting: .compound).with {
            $0.profile.compoundParts = parts
            $0.settings.attestationKeyAlgorithm = .es512
            $0.pending.attestationTrust = .notRequired
        }
    }
}

extension RegistrationScenario {
    /// Returns the work of the verification.
    func work() throws -> Int { try work(of: responseJSON().edited(editJSON), at: time ?? .now()) }

    /// Returns the work of verifying a response.
    fileprivate func work(of json: [UInt8], at time: Timestamp) throws -> Int {
        let response = try RegistrationResponse(json: json)
        var work = VerificationWork(limit: pending.attestationPolicy.limits.work)
        _ = try? RegistrationVerification.verify(response, against: pending, at: time, counting: &work)
        return work.spent
    }
}

extension AuthenticationScenario {
    /// Returns the work of the verification.
    fileprivate func work() throws -> Int {
        let authenticator = SoftwareAuthenticator(profile: profile)
        let registration = RegistrationScenario(profile: profile)
        let registered = try RegistrationVerification.verify(
            json: registration.responseJSON(from: authenticator), against: registration.pending, at: .now())
        let json = try authenticator.get(
            optionsJSON: options.jsonBytes, origin: Example.origin, settings: settings, mutation: mutation)
        var work = VerificationWork()
        _ = try? AuthenticationVerification.verify(
            AuthenticationResponse(json: json), against: pending,
            credential: registered.storedCredential(owner: Example.owner), counting: &work)
        return work.spent
    }
}
