// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import ClientContract
import Foundation

/// Passes what the server says about an account's passkeys on to the device's password managers, so that they offer
/// only valid ones under their current names. Older systems have no way to do that.
enum DeviceSignals {
    static var areSupported: Bool {
        guard #available(iOS 26.0, macOS 26.0, visionOS 26.0, *) else { return false }
        return DeviceAbility.credentialUpdater.isThere || DeviceAbility.credentialDataManager.isThere
    }

    /// Sends a signal. A failure of the password manager is ignored, because nothing depends on it.
    static func send(_ signal: SignalAnswer) async {
        if let unknown = signal.unknownCredential {
            try? await report(
                unknown: Data(unknown.credentialID), at: unknown.relyingPartyID)
        }
        guard let account = signal.account else { return }
        try? await report(
            accepted: signal.acceptedCredentialIDs.map { Data($0) }, of: Data(account.userHandle),
            at: account.relyingPartyID)
        if let name = signal.name {
            try? await report(name: name, of: Data(account.userHandle), at: account.relyingPartyID)
        }
    }

    private static func report(unknown id: Data, at relyingPartyID: String) async throws {
        if DeviceAbility.credentialDataManager.isThere, #available(iOS 26.2, macOS 26.2, visionOS 26.2, *) {
            try await ASCredentialDataManager().reportUnknownPublicKeyCredential(
                relyingPartyIdentifier: relyingPartyID, credentialID: id)
        } else if DeviceAbility.credentialUpdater.isThere, #available(iOS 26.0, macOS 26.0, visionOS 26.0, *) {
            try await ASCredentialUpdater().reportUnknownPublicKeyCredential(
                relyingPartyIdentifier: relyingPartyID, credentialID: id)
        }
    }

    private static func report(accepted ids: [Data], of user: Data, at relyingPartyID: String) async throws {
        if DeviceAbility.credentialDataManager.isThere, #available(iOS 26.2, macOS 26.2, visionOS 26.2, *) {
            try await ASCredentialDataManager().reportAllAcceptedPublicKeyCredentials(
                relyingPartyIdentifier: relyingPartyID, userHandle: user, acceptedCredentialIDs: ids)
        } else if DeviceAbility.credentialUpdater.isThere, #available(iOS 26.0, macOS 26.0, visionOS 26.0, *) {
            try await ASCredentialUpdater().reportAllAcceptedPublicKeyCredentials(
                relyingPartyIdentifier: relyingPartyID, userHandle: user, acceptedCredentialIDs: ids)
        }
    }

    private static func report(name: String, of user: Data, at relyingPartyID: String) async throws {
        if DeviceAbility.credentialDataManager.isThere, #available(iOS 26.2, macOS 26.2, visionOS 26.2, *) {
            try await ASCredentialDataManager().reportPublicKeyCredentialUpdate(
                relyingPartyIdentifier: relyingPartyID, userHandle: user, newName: name)
        } else if DeviceAbility.credentialUpdater.isThere, #available(iOS 26.0, macOS 26.0, visionOS 26.0, *) {
            try await ASCredentialUpdater().reportPublicKeyCredentialUpdate(
                relyingPartyIdentifier: relyingPartyID, userHandle: user, newName: name)
        }
    }
}
