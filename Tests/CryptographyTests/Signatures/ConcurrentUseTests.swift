// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Testing

@Suite struct ConcurrentUseTests {
    static let samples: [SigningTests.Sample] = [
        .init(key: .generate(.elliptic(.p256)), scheme: .ecdsa(.sha256)),
        .init(key: .generate(.rsa(bits: 2048)), scheme: .rsaPSS(.sha256)),
        .init(key: .generate(.edwards(.ed25519)), scheme: .eddsa),
    ]

    @Test(arguments: samples)
    func `one key may be used from many threads`(sample: SigningTests.Sample) async {
        await withTaskGroup(of: Bool.self) { group in
            for number in 0..<64 as Range<UInt8> {
                group.addTask {
                    let signature = sample.key.sign([number], scheme: sample.scheme)
                    return (0..<20).allSatisfy { _ in
                        sample.key.publicKey.isValid(signature: signature, for: [number], scheme: sample.scheme)
                            && !sample.key.publicKey.isValid(signature: signature, for: [], scheme: sample.scheme)
                    }
                }
            }
            for await isRight in group {
                #expect(isRight)
            }
        }
    }

    @Test func `many threads may build keys from coordinates`() async throws {
        let signature = hex(EllipticFixtures.p256Signature)
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let key = try? PublicKey.elliptic(
                        .p256, x: hex(EllipticFixtures.p256X), y: hex(EllipticFixtures.p256Y))
                    let message = [UInt8]("thumbturn".utf8)
                    return key?.isValid(signature: signature, for: message, scheme: .ecdsa(.sha256)) ?? false
                }
            }
            for await isRight in group {
                #expect(isRight)
            }
        }
    }
}
