// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite struct AlgorithmTests {
    @Test(arguments: supported)
    func `a credential of each algorithm registers and signs in`(algorithm: KeyAlgorithm) throws {
        let scenario = AuthenticationScenario(profile: Self.profile(algorithm))
        #expect(try scenario.code() == "accepted")
    }

    @Test(arguments: supported)
    func `a self attestation with each algorithm is accepted`(algorithm: KeyAlgorithm) throws {
        #expect(try RegistrationScenario(attesting: .packedSelf, algorithm: algorithm).code() == "accepted")
    }

    @Test(arguments: supported)
    func `a tampered signature with each algorithm is rejected`(algorithm: KeyAlgorithm) throws {
        let scenario = AuthenticationScenario(profile: Self.profile(algorithm)).with { $0.mutation = .flipSignatureBit }
        #expect(try scenario.code() == "authentication.signature-invalid")
    }

    @Test func `an algorithm that was not offered is rejected`() throws {
        let scenario = RegistrationScenario(profile: Self.profile(.es384)).with { $0.pending.algorithms = [.es256] }
        #expect(try scenario.code() == "registration.algorithm-not-offered")
    }

    @Test func `the default offers EdDSA, ES256 and RS256, in this order`() {
        #expect(COSEAlgorithmID.offeredByDefault.map(\.rawValue) == [-8, -7, -257])
    }

    @Test func `each algorithm is listed once`() {
        #expect(COSEAlgorithmID.allImplemented.count == 20)
        #expect(Set(COSEAlgorithmID.allImplemented).count == 20)
    }

    @Test(arguments: [(-7, -9), (-35, -51), (-36, -52), (-8, -19)])
    func `a fully specified algorithm verifies like its polymorphic counterpart`(number: Int, other: Int) throws {
        let profile = Self.profile(KeyAlgorithm(rawValue: number))
        let registered = try RegistrationScenario(profile: profile).run().get()
        let bytes = try #require(registered.publicKey.coseBytes.replacingAlgorithm(with: other))
        #expect(try CredentialPublicKey(coseBytes: bytes).algorithm.rawValue == other)
    }

    private static let supported = [
        KeyAlgorithm.es256, .es384, .es512, .es256K, .edDSA, .ed448, .rs256, .rs384, .rs512, .ps256, .ps384, .ps512,
        .mlDSA44, .mlDSA65, .mlDSA87,
    ].filter(\.isSupported)

    private static func profile(_ algorithm: KeyAlgorithm) -> AuthenticatorProfile {
        .securityKey.with { $0.algorithms = [algorithm] }
    }
}
