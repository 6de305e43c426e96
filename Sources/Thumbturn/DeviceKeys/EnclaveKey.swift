// SPDX-License-Identifier: Apache-2.0

import CryptoKit
import Foundation
import LocalAuthentication
import Security
import WireFormats

/// A key in the Secure Enclave, which signs after the owner of the device has passed.
struct EnclaveKey: Sendable {
    /// The sealed key, which can be used on this device only.
    let dataRepresentation: Data
    let protection: DeviceKeys.Protection

    init(dataRepresentation: Data, protection: DeviceKeys.Protection) {
        self.dataRepresentation = dataRepresentation
        self.protection = protection
    }

    /// Makes a key. Nobody is asked for that.
    init(protectedBy protection: DeviceKeys.Protection) throws(PasskeyError) {
        guard SecureEnclave.isAvailable else {
            throw .deviceCannotHoldKey(reason: "The device has no Secure Enclave.")
        }
        let context = LAContext()
        var obstacle: NSError?
        guard context.canEvaluatePolicy(protection.policy, error: &obstacle) else {
            throw .noPassing(because: obstacle.map { LAError(_nsError: $0) })
        }
        guard
            let access = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.privateKeyUsage, protection.flag], nil)
        else { throw .notSupported }
        do {
            let key = try SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
            dataRepresentation = key.dataRepresentation
        } catch {
            throw error is LAError ? .noPassing(because: error) : .deviceCannotHoldKey(reason: "\(error)")
        }
        self.protection = protection
    }

    /// Asks the owner, and returns the key that signs.
    func unlocked(reason: String) async throws(PasskeyError) -> EnclaveSigner {
        nonisolated(unsafe) let context = LAContext()
        do throws(PasskeyError) {
            try await DeviceOwner.pass(protection, in: context, reason: reason)
        } catch .deviceCannotHoldKey {
            // The system deletes its part of a key that needs a passcode or biometrics when these are gone.
            throw .deviceKeyInvalid
        }
        return EnclaveSigner(key: try key(in: context))
    }

    func publicKey() throws(PasskeyError) -> JSONObject { try key(in: nil).publicKey.webKey }

    private func key(in context: LAContext?) throws(PasskeyError) -> SecureEnclave.P256.Signing.PrivateKey {
        do {
            return try SecureEnclave.P256.Signing.PrivateKey(
                dataRepresentation: dataRepresentation, authenticationContext: context)
        } catch {
            throw .deviceKeyInvalid
        }
    }
}

/// A key whose owner has passed.
struct EnclaveSigner: AssertionKey {
    let key: SecureEnclave.P256.Signing.PrivateKey

    var algorithm: String { "ES256" }
    var publicKey: JSONObject { key.publicKey.webKey }

    func signature(for message: Data) async throws(PasskeyError) -> Data {
        do {
            return try key.signature(for: message).rawRepresentation
        } catch {
            throw .noSignature(because: error)
        }
    }
}
