// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite("Limits of attestation")
struct AttestationLimitTests {
    @Test("x5c may have eight certificates and not nine", arguments: [(8, "accepted"), (9, tooManyCertificates)])
    func certificates(_ count: Int, _ code: String) throws {
        let trial = try RegistrationTrial(attesting: .packed).with {
            $0.editJSON = { json in json.editStatement { $0.lengthenCertificates(to: count) } }
        }
        #expect(try trial.code() == code)
    }

    @Test("the policy can allow fewer certificates, also of a SafetyNet token")
    func fewerCertificates() throws {
        for kind in [AttestationKind.packed, .androidSafetyNet] {
            let trial = try RegistrationTrial(attesting: kind).with {
                $0.pending.attestationPolicy.limits.certificates = 1
            }
            #expect(try trial.code() == Self.tooManyCertificates)
        }
    }

    @Test(
        "a compound statement may have eight elements and not nine",
        arguments: [(8, "accepted"), (9, "registration.attestation.compound-statements-too-many")])
    func statements(_ count: Int, _ code: String) throws {
        let trial = try RegistrationTrial(attesting: .compound).with {
            $0.profile.compoundParts = Array(repeating: .packedSelf, count: count)
            $0.pending.attestationTrust = .notRequired
        }
        #expect(try trial.code() == code)
    }

    @Test("a compound statement stops at its first failure")
    func firstFailure() throws {
        // The packed part, whose certificates are the work, comes after one that does not hold.
        var work: [Int] = []
        for parts in [[AttestationKind.packedSelf, .packed], [.packed, .packedSelf]] {
            let trial = try RegistrationTrial(attesting: .compound).with {
                $0.profile.compoundParts = parts
                $0.settings.alteration = .compound(.allInvalid)
            }
            #expect(try trial.code() == "registration.attestation.signature-invalid")
            work.append(try trial.work())
        }
        #expect(work[0] == 1)
        #expect(work[1] > 1)
    }

    @Test("a compound statement stops where its quorum can't be reached any more")
    func hopelessQuorum() throws {
        let trial = try RegistrationTrial(attesting: .compound).with {
            $0.profile.compoundParts = [.packedSelf, .packedSelf, .packedSelf, .packedSelf]
            $0.settings.alteration = .compound(.allInvalid)
        }
        for (quorum, work) in [(4, 1), (3, 2), (1, 4)] {
            let strict = trial.with { $0.pending.attestationPolicy.compoundQuorum = .atLeast(quorum) }
            #expect(try strict.work() == work)
        }
    }

    @Test("an attestation object may have 32 KB and no byte more")
    func objectSize() throws {
        let limit = AttestationPolicy().limits.objectBytes
        #expect(limit == 32 * 1024)
        let small = try RegistrationTrial().with { $0.editJSON = { $0.padAttestationObject(by: 0) } }.objectSize()
        for (excess, code) in [(0, "accepted"), (1, "registration.attestation-object.too-large")] {
            // A longer string has two more bytes of length before it.
            let count = limit - small - 2 + excess
            let trial = RegistrationTrial().with { $0.editJSON = { $0.padAttestationObject(by: count) } }
            #expect(try trial.objectSize() == limit + excess)
            #expect(try trial.code() == code)
        }
    }

    @Test("work beyond the limit is not done", arguments: AttestationKind.allCases.filter { $0 != .none })
    func work(_ kind: AttestationKind) throws {
        let trial = try RegistrationTrial(attesting: kind)
        let needed = try trial.work()
        #expect(try trial.with { $0.pending.attestationPolicy.limits.work = needed }.code() == "accepted")
        for limit in 0..<needed {
            let strict = trial.with { $0.pending.attestationPolicy.limits.work = limit }
            #expect(try strict.code().hasSuffix(".too-costly"))
            #expect(try strict.work() <= limit)
        }
    }

    @Test("what has certificates is not judged quickly", arguments: AttestationKind.allCases)
    func shape(_ kind: AttestationKind) throws {
        let response = try RegistrationResponse(json: RegistrationTrial(attesting: kind).responseJSON())
        #expect(response.isQuicklyJudged == [.none, .packedSelf].contains(kind))
    }

    @Test("what can't be taken apart is judged quickly")
    func shapeOfGarbage() throws {
        let trial = RegistrationTrial().with { $0.mutation = .attestationObjectNotMap }
        #expect(try RegistrationResponse(json: trial.responseJSON()).isQuicklyJudged)
        let large = try RegistrationTrial(attesting: .packed).with {
            $0.editJSON = { $0.padAttestationObject(by: 1 << 15) }
        }
        #expect(try RegistrationResponse(json: large.responseJSON().edited(large.editJSON)).isQuicklyJudged)
    }

    private static let tooManyCertificates = "registration.attestation.certificates-too-many"
}

extension JSONObject {
    /// Adds a member that nobody reads.
    fileprivate mutating func padAttestationObject(by count: Int) {
        editAttestationObject {
            $0.entries.append(CBORMap.Entry(key: .text("load"), value: .bytes([UInt8](repeating: 0, count: count))))
        }
    }
}

extension RegistrationTrial {
    fileprivate func objectSize() throws -> Int {
        try RegistrationResponse(json: responseJSON().edited(editJSON)).attestationObject.count
    }
}
