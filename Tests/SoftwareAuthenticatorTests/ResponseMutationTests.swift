// SPDX-License-Identifier: Apache-2.0

import Cryptography
import SoftwareAuthenticator
import Testing
import WireFormats

/// The mutations change what they name and nothing else. Their rejections are tested with the verifier.
@Suite struct ResponseMutationTests {
    static let registrations = ResponseMutation.allCases.filter { $0.ceremonies.contains(.registration) }
    static let authentications = ResponseMutation.allCases.filter { $0.ceremonies.contains(.authentication) }

    @Test(arguments: registrations)
    func `every mutation of a registration can be applied`(mutation: ResponseMutation) throws {
        let (profile, algorithm) = Self.profile(for: mutation.need(in: .registration))
        let options = Options.creation(algorithms: [algorithm], attestation: "direct")
        let response = try SoftwareAuthenticator(profile: profile).create(
            optionsJSON: options, origin: Options.origin, mutation: mutation)
        #expect(!response.isEmpty)
    }

    @Test(arguments: authentications)
    func `every mutation of an authentication can be applied`(mutation: ResponseMutation) throws {
        let (profile, algorithm) = Self.profile(for: mutation.need(in: .authentication))
        let authenticator = SoftwareAuthenticator(profile: profile)
        _ = try authenticator.register(Options.creation(algorithms: [algorithm]))
        let response = try authenticator.get(
            optionsJSON: Options.request(), origin: Options.origin, mutation: mutation)
        #expect(!response.isEmpty)
    }

    @Test(arguments: [
        ResponseMutation.wrongType, .wrongChallenge, .wrongOrigin, .crossOriginTrue, .wrongRpIdHash, .upCleared,
        .uvCleared,
        .beFlipped, .counterRollback, .truncatedAuthData, .escapedSlashes, .bomInClientData, .highS, .foreignUserHandle,
        .rawIdMismatch,
    ])
    func `signatures are over the tampered data`(mutation: ResponseMutation) throws {
        let authenticator = SoftwareAuthenticator(profile: .legacyDeviceBound)
        let registration = try authenticator.register(Options.creation())
        let key = try PublicKey(subjectPublicKeyInfo: registration.bytes("publicKey"))
        let response = try authenticator.signIn(Options.request(), mutation: mutation)
        #expect(Self.isSigned(response, by: key))
    }

    @Test func `flipping a signature's bit changes only the signature`() throws {
        let authenticator = SoftwareAuthenticator()
        let registration = try authenticator.register(Options.creation())
        let key = try PublicKey(subjectPublicKeyInfo: registration.bytes("publicKey"))
        let response = try authenticator.signIn(Options.request(), mutation: .flipSignatureBit)
        #expect(!Self.isSigned(response, by: key))
        var signature = try response.bytes("signature")
        signature[signature.count - 1] ^= 1
        #expect(
            key.isValid(
                signature: signature, for: response.authenticatorData + response.clientDataHash,
                scheme: .ecdsa(.sha256)))
    }

    @Test func `a high s is above half of the order`() throws {
        let authenticator = SoftwareAuthenticator()
        _ = try authenticator.register(Options.creation())
        for _ in 0..<8 {
            let signature = try authenticator.signIn(Options.request(), mutation: .highS).bytes("signature")
            var reader = DERReader(signature)
            var numbers = try reader.next(.sequence).reader()
            _ = try numbers.next(.integer)
            let s = Array(try numbers.next(.integer).contents.drop { $0 == 0 })
            #expect(s.count == 32 && s[0] >= 0x7f)
        }
    }

    @Test func `a response always has a character in which the alphabets of base64 differ`() throws {
        let authenticator = SoftwareAuthenticator()
        _ = try authenticator.register(Options.creation())
        for _ in 0..<500 {
            let response = try authenticator.get(
                optionsJSON: Options.request(), origin: Options.origin, mutation: .standardBase64)
            #expect(!response.isEmpty)
        }
    }

    @Test func `a counter rollback doesn't change the authenticator's counter`() throws {
        let authenticator = SoftwareAuthenticator(profile: .legacyDeviceBound)
        _ = try authenticator.register(Options.creation())
        _ = try authenticator.signIn(Options.request())
        #expect(try authenticator.signIn(Options.request(), mutation: .counterRollback).signCount == 1)
        #expect(try authenticator.signIn(Options.request(), mutation: .counterRepeated).signCount == 3)
        #expect(try authenticator.signIn(Options.request()).signCount == 5)
    }

    @Test(arguments: [(ResponseMutation.zeroLengthId, 0), (.oversizeId, 1024)])
    func `ids of unusual lengths are the same everywhere in a response`(mutation: ResponseMutation, count: Int) throws {
        let response = try SoftwareAuthenticator().register(Options.creation(), mutation: mutation)
        #expect(response.attestedID.count == count)
        #expect(try response.id == response.attestedID)
    }

    @Test(arguments: [ResponseMutation.highS, .beFlipped, .missingUserHandle])
    func `a mutation of the other ceremony is not applicable`(mutation: ResponseMutation) {
        #expect(throws: AuthenticatorFailure.tamperingNotApplicable(mutation.name)) {
            try SoftwareAuthenticator().register(Options.creation(), mutation: mutation)
        }
    }

    @Test(arguments: [ResponseMutation.smallRSAModulus, .shortEdwardsKey, .flipSignatureBit])
    func `a mutation of something the credential lacks is not applicable`(mutation: ResponseMutation) {
        #expect(throws: AuthenticatorFailure.tamperingNotApplicable(mutation.name)) {
            try SoftwareAuthenticator().register(Options.creation(), mutation: mutation)
        }
    }

    @Test func `every mutation has a ceremony and a name`() {
        #expect(
            ResponseMutation.allCases.allSatisfy { !$0.ceremonies.isEmpty && ResponseMutation(rawValue: $0.name) == $0 }
        )
    }

    private static func isSigned(_ response: ParsedResponse, by key: PublicKey) -> Bool {
        guard let signature = try? response.bytes("signature") else { return false }
        return key.isValid(
            signature: signature, for: response.authenticatorData + response.clientDataHash, scheme: .ecdsa(.sha256))
    }

    private static func profile(for need: ResponseMutation.Need?) -> (AuthenticatorProfile, Int) {
        switch need {
        case .signedAttestation: (.securityKey, -7)
        case .rsaKey: (.windowsHello, -257)
        case .edwardsKey: (.securityKey.with { $0.algorithms = [.edDSA] }, -8)
        case .countingCredential, .deviceBoundCredential: (.legacyDeviceBound, -7)
        default: (.iCloudKeychain, -7)
        }
    }
}
