// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnMessages
import WebAuthnVerification

@Suite("Algorithms")
struct AlgorithmTests {
    @Test("a credential of each algorithm registers and signs in", arguments: supported)
    func roundTrip(_ algorithm: KeyAlgorithm) throws {
        let trial = AuthenticationTrial(profile: Self.profile(algorithm))
        #expect(try trial.code() == "accepted")
    }

    @Test("a credential of each algorithm attests itself", arguments: supported)
    func selfAttestation(_ algorithm: KeyAlgorithm) throws {
        #expect(try RegistrationTrial(attesting: .packedSelf, algorithm: algorithm).code() == "accepted")
    }

    @Test("a tampered signature of each algorithm is refused", arguments: supported)
    func tampered(_ algorithm: KeyAlgorithm) throws {
        let trial = AuthenticationTrial(profile: Self.profile(algorithm)).with { $0.mutation = .flipSignatureBit }
        #expect(try trial.code() == "authentication.signature-invalid")
    }

    @Test("an algorithm that was not offered is refused, good as its key may be")
    func notOffered() throws {
        let trial = RegistrationTrial(profile: Self.profile(.es384)).with { $0.pending.algorithms = [.es256] }
        #expect(try trial.code() == "registration.algorithm-not-offered")
    }

    @Test("the default offers EdDSA, ES256 and RS256, in this order")
    func defaultOffer() {
        #expect(COSEAlgorithmID.offeredByDefault.map(\.rawValue) == [-8, -7, -257])
    }

    @Test("each algorithm is listed once")
    func listedOnce() {
        #expect(COSEAlgorithmID.allImplemented.count == 20)
        #expect(Set(COSEAlgorithmID.allImplemented).count == 20)
    }

    @Test(
        "a fully specified number verifies like the number it specifies",
        arguments: [(-7, -9), (-35, -51), (-36, -52), (-8, -19)])
    func fullySpecified(_ number: Int, _ other: Int) throws {
        let profile = Self.profile(KeyAlgorithm(rawValue: number))
        let registered = try RegistrationTrial(profile: profile).run().get()
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
