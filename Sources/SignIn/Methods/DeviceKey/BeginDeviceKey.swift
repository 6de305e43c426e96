// SPDX-License-Identifier: Apache-2.0

package import Configuration
import IdentityModel
import WebAuthnMessages
package import WireFormats

/// Makes the challenge that a device key signs. Nothing is stored but the codes of a sign-up that proves its addresses.
package struct BeginDeviceKey: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// For a sign-in, and for a key that a signed-in user adds. It is the same for everybody.
    package func callAsFunction(
        for request: AdmissionRequest, in configuration: ConfigurationSnapshot
    ) throws(SignInFailure) -> StartedDeviceKey {
        let admission = try Admission(client: request, to: .deviceKey, in: configuration)
        try request.client.requireDeviceKeys(at: ceremonies.now())
        return start(
            DeviceKeyChallenge(
                client: request.client.id, host: request.host, connection: admission.connection.name,
                at: ceremonies.now()))
    }

    /// For a new account, which is stored when its key has signed. Whether an identifier is taken is told here or not at
    /// all, as at a sign-up with a passkey.
    package func callAsFunction(
        _ profile: SignUpProfile, key json: JSONObject, on deviceName: String, for request: AdmissionRequest,
        dispatching dispatch: CodeDispatch, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> StartedDeviceKey {
        let connection = try Admission(client: request, to: .deviceKey, in: configuration).connection
        try request.client.requireDeviceKeys(at: ceremonies.now())
        guard !connection.isSignUpDisabled else { throw .admission(.signUpDisabled(connection: connection.name)) }
        let name = try DeviceName.read(deviceName)
        let key = try DevicePublicKey(json)
        var draft = try profile.draft(handle: try .forNewAccount(), under: connection.identifiers)
        let isStrict = configuration.isSignUpStrict(for: request.client, in: connection)
        if !isStrict { try await ceremonies.requireFree(draft.identifiers, in: connection.name) }
        if let verification = ceremonies.verification {
            draft.codes = try await verification.begin(
                draft, in: connection, isStrict: isStrict,
                for: dispatch.request(of: request.client.id, at: request.host, boundTo: .holder),
                under: configuration.tenant.codes)
        }
        let lifetime = draft.codes.isEmpty ? 0 : configuration.tenant.codes.lifetime
        var started = start(
            DeviceKeyChallenge(
                client: request.client.id, host: request.host, connection: connection.name,
                signUp: DeviceKeyChallenge.SignUp(
                    draft: draft, deviceName: name, publicKey: key.subjectPublicKeyInfo),
                validFor: max(DeviceKeyChallenge.lifetime, lifetime), at: ceremonies.now()))
        started.verifications = draft.codes.keys.sorted { $0.rawValue < $1.rawValue }
        return started
    }

    private func start(_ challenge: DeviceKeyChallenge) -> StartedDeviceKey {
        StartedDeviceKey(
            challenge: challenge.text, session: ceremonies.deviceKeySeal.seal(challenge),
            validFor: Int(challenge.expiresAt.secondsSince1970 - ceremonies.now().secondsSince1970))
    }
}

extension CeremonyService {
    var deviceKeySeal: DeviceKeySeal { DeviceKeySeal(key: seal.key) }

    /// Opens what a client sends back with what the key has signed.
    func openDeviceKey(
        _ session: String, of client: String, at host: String
    ) throws(SignInFailure) -> DeviceKeyChallenge {
        guard let challenge = deviceKeySeal.open(session), challenge.expiresAt > now(),
            challenge.host == host, challenge.client == client
        else { throw .deviceKey(.mismatch(.challenge)) }
        return challenge
    }
}

extension Client {
    /// Rejects a client that has its users leave their device keys, once that time has come.
    func requireDeviceKeys(at time: Timestamp) throws(SignInFailure) {
        guard let end = deviceKeysUntil, end <= time else { return }
        throw .deviceKey(.ended(since: end))
    }
}

/// The name of a device, as its user knows it.
enum DeviceName {
    private static let limit = 100

    static func read(_ text: String) throws(SignInFailure) -> String {
        guard let name = try? PasskeyName.read(text), name.unicodeScalars.count <= limit else {
            throw .deviceKey(.nameNotAcceptable)
        }
        return name
    }
}
