// SPDX-License-Identifier: Apache-2.0

import ClientContract
import WebAuthnMessages

/// The passkeys of the user who is signed in.
///
/// What changes here changes on the device: a removed passkey disappears from its password manager (from iOS 26 on). If
/// the server wants a newer sign-in for a change, the user signs in again, once, and the change goes on.
///
/// ```swift
/// let passkeys = try await client.passkeys.list()
/// if let old = passkeys.first(where: { $0.name == "Old phone" }) {
///     try await client.passkeys.remove(old)
/// }
/// ```
public struct Passkeys: Sendable {
    let client: PasskeyClient

    /// The place where a passkey is created.
    public enum Place: Sendable {
        /// The password manager of this device.
        case device
        /// A security key that the user connects.
        case securityKey
    }

    /// Returns the passkeys of the account.
    public func list() async throws(PasskeyError) -> [Passkey] {
        let mark = await client.signalOrder.now
        let answer = try await client.account(.passkeys)
        if let signal = answer.signal { await client.signalOrder.send(signal, since: mark) }
        return answer.passkeys.map(Passkey.init)
    }

    /// Creates another passkey. After a sign-in with another device, this spares the user the code next time.
    @MainActor
    @discardableResult
    public func add(
        to place: Place = .device, extensions: PasskeyExtensions = PasskeyExtensions()
    ) async throws(PasskeyError) -> Passkey {
        try await client.authorizer.showing { () async throws(PasskeyError) in
            try await client.enroll(in: place == .device ? .device : .securityKey, extensions: extensions)
        }
    }

    /// Gives a passkey a name. `nil` removes it.
    @discardableResult
    public func rename(_ passkey: Passkey, to name: String?) async throws(PasskeyError) -> Passkey {
        let answer = try await client.account(.update(of: passkey.id, AuthenticationMethodUpdateBody(name: name)))
        return Passkey(answer.passkey)
    }

    /// Removes a passkey from the account and, where the system can do it, from the device.
    ///
    /// Sessions that began with the passkey end on every device, this one included. The server keeps the last passkey.
    public func remove(_ passkey: Passkey) async throws(PasskeyError) {
        let signal = try await client.account(.removal(of: passkey.id))
        if let signal { await DeviceSignals.send(signal) }
    }
}

extension PasskeyClient {
    @MainActor
    func enroll(
        in place: CeremonyRequests.Place, isConditional: Bool = false, maySignIn: Bool = true,
        extensions: PasskeyExtensions = PasskeyExtensions()
    ) async throws(PasskeyError) -> Passkey {
        var body = AuthenticationMethodCreateBody(type: .passkey)
        body.connection = context.options.connection
        body.isConditional = isConditional
        body.excludesExistingCredentials = !context.isAuth0
        let begun = try await account(.enrollment(body), maySignIn: maySignIn && !isConditional)
        await signalOrder.beginRegistration()
        let result: Result<Passkey, PasskeyError>
        do throws(PasskeyError) {
            result = .success(
                try await register(begun, in: place, isConditional: isConditional, extensions: extensions))
        } catch {
            result = .failure(error)
        }
        await signalOrder.endRegistration()
        return try result.get()
    }

    @MainActor
    private func register(
        _ begun: EnrollmentAnswer, in place: CeremonyRequests.Place, isConditional: Bool, extensions: PasskeyExtensions
    ) async throws(PasskeyError) -> Passkey {
        let (started, options) = try creation(begun.ceremony)
        let requests = CeremonyRequests.registration(
            options, of: started.relyingPartyID, in: place, isConditional: isConditional, extensions: extensions)
        let response = try await respond(
            to: started, with: requests, of: place == .securityKey ? .securityKeyRegistration : .registration)
        let verification = AuthenticationMethodVerifyBody(
            ceremonySession: started.session, credentialResponse: response.response)
        let answer = try await account(.verification(of: begun.method, verification), maySignIn: false)
        if let signal = answer.signal { await DeviceSignals.send(signal) }
        return Passkey(answer.passkey)
    }
}
