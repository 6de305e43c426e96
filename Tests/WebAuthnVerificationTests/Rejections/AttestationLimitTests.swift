// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

@Suite struct AttestationLimitTests {
    @Test(arguments: [(8, "accepted"), (9, tooManyCertificates)])
    func `a statement may have eight certificates but not nine`(count: Int, code: String) throws {
        let scenario = try RegistrationScenario(attesting: .packed).with {
            $0.editJSON = { json in json.editStatement { $0.lengthenCertificates(to: count) } }
        }
        #expect(try scenario.code() == code)
    }

    @Test func `the policy can allow fewer certificates, in a SafetyNet response too`() throws {
        for kind in [AttestationKind.packed, .androidSafetyNet] {
            let scenario = try RegistrationScenario(attesting: kind).with {
                $0.pending.attestationPolicy.limits.certificates = 1
            }
            #expect(try scenario.code() == Self.tooManyCertificates)
        }
    }

    @Test(arguments: [(8, "accepted"), (9, "registration.attestation.compound-statements-too-many")])
    func `a compound statement may have eight elements but not nine`(count: Int, code: String) throws {
        let scenario = try RegistrationScenario(attesting: .compound).with {
            $0.profile.compoundParts = Array(repeating: .packedSelf, count: count)
            $0.pending.attestationTrust = .notRequired
        }
        #expect(try scenario.code() == code)
    }

    @Test func `a compound statement is rejected at its first failure`() throws {
        // The packed statement, whose certificates take the work, follows an invalid one.
        var work: [Int] = []
        for parts in [[AttestationKind.packedSelf, .packed], [.packed, .packedSelf]] {
            let scenario = try RegistrationScenario(attesting: .compound).with {
                $0.profile.compoundParts = parts
                $0.settings.alteration = .compound(.allInvalid)
            }
            #expect(try scenario.code() == "registration.attestation.signature-invalid")
            work.append(try scenario.work())
        }
        #expect(work[0] == 1)
        #expect(work[1] > 1)
    }

    @Test func `a compound statement is rejected as soon as its quorum can't be reached`() throws {
        let scenario = try RegistrationScenario(attesting: .compound).with {
            $0.profile.compoundParts = [.packedSelf, .packedSelf, .packedSelf, .packedSelf]
            $0.settings.alteration = .compound(.allInvalid)
        }
        for (quorum, work) in [(4, 1), (3, 2), (1, 4)] {
            let strict = scenario.with { $0.pending.attestationPolicy.compoundQuorum = .atLeast(quorum) }
            #expect(try strict.work() == work)
        }
    }

    @Test func `an attestation object may have 32 KB but no more`() throws {
        let limit = AttestationPolicy().limits.objectBytes
        #expect(limit == 32 * 1024)
        let small = try RegistrationScenario().with { $0.editJSON = { $0.padAttestationObject(by: 0) } }.objectSize()
        for (excess, code) in [(0, "accepted"), (1, "registration.attestation-object.too-large")] {
            // The length of a longer string takes two more bytes.
            let count = limit - small - 2 + excess
            let scenario = RegistrationScenario().with { $0.editJSON = { $0.padAttestationObject(by: count) } }
            #expect(try scenario.objectSize() == limit + excess)
            #expect(try scenario.code() == code)
        }
    }

    @Test(arguments: AttestationKind.allCases.filter { $0 != .none })
    func `a statement that needs more work than the limit is rejected before the work is done`(kind: AttestationKind)
        throws
    {
        let scenario = try RegistrationScenario(attesting: kind)
        let needed = try scenario.work()
        #expect(try scenario.with { $0.pending.attestationPolicy.limits.work = needed }.code() == "accepted")
        for limit in 0..<needed {
            let strict = scenario.with { $0.pending.attestationPolicy.limits.work = limit }
            #expect(try strict.code().hasSuffix(".too-costly"))
            #expect(try strict.work() <= limit)
        }
    }

    @Test(arguments: AttestationKind.allCases)
    func `a response with certificates is not cheap to verify`(kind: AttestationKind) throws {
        let response = try RegistrationResponse(json: RegistrationScenario(attesting: kind).responseJSON())
        #expect(response.isCheapToVerify == [.none, .packedSelf].contains(kind))
    }

    @Test func `a malformed response is cheap to verify`() throws {
        let scenario = RegistrationScenario().with { $0.mutation = .attestationObjectNotMap }
        #expect(try RegistrationResponse(json: scenario.responseJSON()).isCheapToVerify)
        let large = try RegistrationScenario(attesting: .packed).with {
            $0.editJSON = { $0.padAttestationObject(by: 1 << 15) }
        }
        #expect(try RegistrationResponse(json: large.responseJSON().edited(large.editJSON)).isCheapToVerify)
    }

    private static let tooManyCertificates = "registration.attestation.certificates-too-many"
}

extension JSONObject {
    /// Adds a member that is ignored.
    fileprivate mutating func padAttestationObject(by count: Int) {
        editAttestationObject {
            $0.entries.append(CBORMap.Entry(key: .text("load"), value: .bytes([UInt8](repeating: 0, count: count))))
        }
    }
}

extension RegistrationScenario {
    fileprivate func objectSize() throws -> Int {
        try RegistrationResponse(json: responseJSON().edited(editJSON)).attestationObject.count
    }
}
