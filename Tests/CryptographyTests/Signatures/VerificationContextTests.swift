// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct VerificationContextTests {
    @Test(arguments: SigningTests.samples)
    func `one context verifies many signatures, good and bad, in any order`(sample: SigningTests.Sample) throws {
        let context = try #require(VerificationContext(key: sample.key.publicKey, scheme: sample.scheme))
        let messages: [[UInt8]] = [[], [1], [1, 2, 3]]
        let signatures = messages.map { sample.key.sign($0, scheme: sample.scheme) }
        for _ in 0..<2 {
            for (index, message) in messages.enumerated() {
                for (other, signature) in signatures.enumerated() {
                    #expect(context.isValid(signature: signature, for: message) == (index == other))
                }
            }
        }
    }

    @Test(arguments: SigningTests.samples)
    func `a context rejects bytes that are not a signature`(sample: SigningTests.Sample) throws {
        let context = try #require(VerificationContext(key: sample.key.publicKey, scheme: sample.scheme))
        for signature in [[], [0], [UInt8](repeating: 0x30, count: 72), [UInt8](repeating: 0, count: 5000)] {
            #expect(!context.isValid(signature: signature, for: [1]))
        }
    }

    @Test(arguments: ConcurrentUseTests.samples)
    func `one context may be used from many threads`(sample: SigningTests.Sample) async throws {
        let context = try #require(VerificationContext(key: sample.key.publicKey, scheme: sample.scheme))
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 as Range<UInt8> {
                group.addTask {
                    let signature = sample.key.sign([number], scheme: sample.scheme)
                    return (0..<20).allSatisfy { _ in
                        context.isValid(signature: signature, for: [number])
                            && !context.isValid(signature: signature, for: [number &+ 1])
                    }
                }
            }
            for await isRight in group {
                #expect(isRight)
            }
        }
    }

    @Test func `there is no context for a scheme that does not fit the key`() {
        let key = PrivateKey.generate(.elliptic(.p256)).publicKey
        #expect(VerificationContext(key: key, scheme: .eddsa) == nil)
        #expect(VerificationContext(key: key, scheme: .rsaPKCS1(.sha256)) == nil)
    }

    @Test func `a context outlives its key`() throws {
        let key = PrivateKey.generate(.elliptic(.p256))
        let signature = key.sign([1], scheme: .ecdsa(.sha256))
        var copy: PublicKey? = try PublicKey(subjectPublicKeyInfo: key.publicKey.subjectPublicKeyInfo)
        let context = copy.flatMap { VerificationContext(key: $0, scheme: .ecdsa(.sha256)) }
        copy = nil
        #expect(context?.isValid(signature: signature, for: [1]) == true)
    }
}
