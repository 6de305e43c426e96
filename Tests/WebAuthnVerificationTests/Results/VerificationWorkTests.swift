// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// How much the costliest response of each kind takes, in multiples of one ES256 signature check. What a multiple takes on
/// a machine is measured by the ceremony benchmark.
@Suite("Work of verification")
struct VerificationWorkTests {
    /// An ordinary sign-in takes the server about 29 (docs/benchmarks.md), so ten of them take more than this.
    private static let bound = 200

    @Test("the costliest statement of each format that is accepted stays within its bound", arguments: costliest)
    func formats(_ row: Row) throws {
        let trial = try row.trial()
        #expect(try trial.code() == "accepted")
        let work = try trial.work()
        #expect(row.range.contains(work), "\(work)")
        #expect(work <= Self.bound)
    }

    @Test("what would take more than the bound is refused, and takes no more")
    func beyond() throws {
        let trial = try Self.compound([.packed, .packed, .packed, .packed, .packed, .packed, .packed, .packed])
        #expect(try trial.code() == "registration.attestation.too-costly")
        #expect(try trial.work() <= Self.bound)
    }

    @Test(
        "an authentication takes one signature of its key",
        arguments: [
            (KeyAlgorithm.es256, 1...1), (.edDSA, 2...2), (.rs256, 1...2), (.es256K, 10...10), (.es384, 12...12),
            (.es512, 20...20), (.ed448, 6...6),
        ])
    func authentication(_ algorithm: KeyAlgorithm, _ range: ClosedRange<Int>) throws {
        let trial = AuthenticationTrial(profile: .securityKey.with { $0.algorithms = [algorithm] })
        #expect(range.contains(try trial.work()))
        #expect(range.contains(try trial.with { $0.mutation = .flipSignatureBit }.work()))
    }

    @Test("the signature of a statement is counted", arguments: [AttestationKind.fidoU2F, .androidSafetyNet])
    func statementSignature(_ kind: AttestationKind) throws {
        let trial = try RegistrationTrial(attesting: kind).with { $0.pending.attestationTrust = .notRequired }
        let json = try trial.responseJSON()
        let now = Timestamp.now()
        // Neither comes as far as its signature: one has none, the other one is stale.
        let early =
            kind == .fidoU2F
            ? try trial.work(
                of: json.edited { $0.editStatement { $0.entries.removeAll { $0.key == .text("sig") } } }, at: now)
            : try trial.work(of: json, at: Timestamp(secondsSince1970: now.secondsSince1970 + 3600))
        #expect(try trial.work(of: json, at: now) == early + 1)
    }

    @Test("a response that is refused before its signature takes none")
    func early() throws {
        #expect(try RegistrationTrial(attesting: .packed).with { $0.mutation = .wrongChallenge }.work() == 0)
        #expect(try AuthenticationTrial().with { $0.mutation = .wrongChallenge }.work() == 0)
    }

    /// A modulus and an exponent of so many bits.
    @Test(arguments: [(2048, 17, 1), (3072, 17, 1), (4096, 17, 2), (8192, 17, 5), (8192, 64, 17)])
    func `the work of an RSA check grows with the modulus and the exponent`(
        bits: Int, exponentBits: Int, work: Int
    ) throws {
        let modulus = [0x80] + [UInt8](repeating: 0, count: bits / 8 - 2) + [1]
        let exponent: [UInt8] = exponentBits == 17 ? [1, 0, 1] : [UInt8](repeating: 0xFF, count: exponentBits / 8)
        #expect(try PublicKey.rsa(modulus: modulus, exponent: exponent).verificationWork == work)
    }

    @Test("the work of reading a certificate grows with its length")
    func reading() {
        #expect(Certificate.readingWork(byteCount: 700) == 5)
        #expect(Certificate.readingWork(byteCount: 32 << 10) > 100)
    }

    struct Row: Sendable, CustomStringConvertible {
        let description: String
        let range: ClosedRange<Int>
        let trial: @Sendable () throws -> RegistrationTrial
    }

    private static let costliest = [
        Row(description: "none", range: 0...0) { try RegistrationTrial(attesting: .none) },
        Row(description: "packed, by the credential itself", range: 20...20) {
            try RegistrationTrial(attesting: .packedSelf, algorithm: .es512)
        },
        Row(description: "packed, eight certificates", range: 60...90) { try certificates(.packed, .es512) },
        Row(description: "tpm, eight certificates", range: 40...90) { try certificates(.tpm, .rs256) },
        Row(description: "android-key, eight certificates", range: 40...90) { try certificates(.androidKey) },
        Row(description: "android-safetynet", range: 8...40) { try RegistrationTrial(attesting: .androidSafetyNet) },
        Row(description: "apple, eight certificates", range: 40...90) { try certificates(.apple) },
        Row(description: "fido-u2f", range: 5...10) { try RegistrationTrial(attesting: .fidoU2F) },
        Row(description: "compound, five packed with a P-521 key", range: 130...200) {
            try compound([.packed, .packed, .packed, .packed, .packed])
        },
    ]

    private static func certificates(
        _ kind: AttestationKind, _ algorithm: KeyAlgorithm? = nil
    ) throws -> RegistrationTrial {
        try RegistrationTrial(attesting: kind).with {
            $0.settings.attestationKeyAlgorithm = algorithm
            $0.editJSON = { json in json.editStatement { $0.lengthenCertificates(to: 8) } }
        }
    }

    private static func compound(_ parts: [AttestationKind]) throws -> RegistrationTrial {
        try RegistrationTrial(attesting: .compound).with {
            $0.profile.compoundParts = parts
            $0.settings.attestationKeyAlgorithm = .es512
            $0.pending.attestationTrust = .notRequired
        }
    }
}

extension RegistrationTrial {
    /// What judging takes.
    func work() throws -> Int { try work(of: responseJSON().edited(editJSON), at: time ?? .now()) }

    /// What judging a response takes.
    fileprivate func work(of json: [UInt8], at time: Timestamp) throws -> Int {
        let response = try RegistrationResponse(json: json)
        var work = VerificationWork(limit: pending.attestationPolicy.limits.work)
        _ = try? RegistrationVerification.verify(response, against: pending, at: time, &work)
        return work.spent
    }
}

extension AuthenticationTrial {
    /// What judging takes.
    fileprivate func work() throws -> Int {
        let authenticator = SoftwareAuthenticator(profile: profile)
        let registration = RegistrationTrial(profile: profile)
        let registered = try RegistrationVerification.verify(
            json: registration.responseJSON(from: authenticator), against: registration.pending, at: .now())
        let json = try authenticator.get(
            optionsJSON: options.jsonBytes, origin: Example.origin, settings: settings, mutation: mutation)
        var work = VerificationWork()
        _ = try? AuthenticationVerification.verify(
            AuthenticationResponse(json: json), against: pending,
            credential: registered.storedCredential(owner: Example.owner), &work)
        return work.spent
    }
}
