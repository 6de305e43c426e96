// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Cryptography
package import Foundation

/// P-256 by OpenSSL, for keys of the CryptoKit double.
package struct OpenSSLCurve: SimulatedCurve {
    package init() {}

    package func makePrivateKey() -> Data {
        // Nearly every number is below the order of the curve.
        while true {
            let bytes = Data(Randomness.keyBytes(32))
            if privateKey(bytes) != nil { return bytes }
        }
    }

    package func publicKey(of privateKey: Data) -> Data? {
        self.privateKey(privateKey)?.publicKey.ellipticPoint.map { Data($0.x + $0.y) }
    }

    package func signature(for message: Data, privateKey: Data) throws -> Data {
        guard let key = self.privateKey(privateKey) else { throw CryptoKitError.incorrectParameterSize }
        return Data(key.signRaw(Array(message), digest: .sha256))
    }

    package func isValid(_ signature: Data, for message: Data, publicKey: Data) -> Bool {
        let point = Array(publicKey)
        guard point.count == 64,
            let key = try? PublicKey.elliptic(.p256, x: Array(point[..<32]), y: Array(point[32...]))
        else { return false }
        return key.isValid(rawECDSASignature: Array(signature), for: Array(message), digest: .sha256)
    }

    /// PKCS #8 without the optional public key, which OpenSSL computes.
    private func privateKey(_ bytes: Data) -> PrivateKey? {
        guard bytes.count == 32 else { return nil }
        return PrivateKey(privateKeyInfo: Self.prefix + Array(bytes))
    }

    /// PrivateKeyInfo for `id-ecPublicKey` with `prime256v1`, up to the 32 bytes of the ECPrivateKey's number.
    private static let prefix: [UInt8] = [
        0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08,
        0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
    ]
}
