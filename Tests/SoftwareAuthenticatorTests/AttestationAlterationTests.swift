// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing

/// Every alteration can be selected by name. Their rejections are tested with the verifier.
@Suite struct AttestationAlterationTests {
    static let authority = Result { try AttestationAuthority() }

    @Test(arguments: AttestationAlteration.allCases)
    func `every alteration can be made by name`(alteration: AttestationAlteration) throws {
        #expect(AttestationAlteration.named(alteration.name) == alteration)
        #expect(try !Self.register(alteration.kind ?? .packed, alteration: alteration).isEmpty)
    }

    @Test func `names are unique`() {
        #expect(Set(AttestationAlteration.allCases.map(\.name)).count == AttestationAlteration.allCases.count)
    }

    @Test func `an alteration of another format is not applicable`() {
        #expect(throws: AuthenticatorFailure.tamperingNotApplicable("tpm.wrongMagic")) {
            try Self.register(.packed, alteration: .tpm(.wrongMagic))
        }
    }

    @Test func `U2F has no intermediate to alter`() {
        #expect(AttestationAlteration.chain(.leafExpired).applies(to: .fidoU2F))
        #expect(!AttestationAlteration.chain(.intermediateExpired).applies(to: .fidoU2F))
        #expect(!AttestationAlteration.chain(.leafExpired).applies(to: .packedSelf))
    }

    @Test(arguments: AttestationKind.allCases.filter(\.hasCertificates))
    func `chains of every format can be altered`(kind: AttestationKind) throws {
        let applicable = AttestationAlteration.allCases.filter { $0.kind == nil && $0.applies(to: kind) }
        #expect(!applicable.isEmpty)
        for alteration in applicable { #expect(try !Self.register(kind, alteration: alteration).isEmpty) }
    }

    private static func register(_ kind: AttestationKind, alteration: AttestationAlteration?) throws -> [UInt8] {
        let algorithm: KeyAlgorithm = alteration == .tpm(.wrongExponent) ? .rs256 : .es256
        let profile = AuthenticatorProfile.securityKey.with {
            $0.attestation = kind
            $0.algorithms = [algorithm]
        }
        return try SoftwareAuthenticator(profile: profile, authority: authority.get()).create(
            optionsJSON: Options.creation(algorithms: [algorithm.rawValue], attestation: "direct"),
            origin: Options.origin, settings: .with { $0.alteration = alteration })
    }
}
