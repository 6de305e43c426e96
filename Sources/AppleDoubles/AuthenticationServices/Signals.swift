// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// Source: Apple's documentation. iOS 26.2, macOS 26.2, visionOS 26.2. A call that doesn't throw was well formed;
// whether a credential manager acted on it stays unknown. Saving passwords, which this class also does, is not here.
@available(iOS 26.2, macOS 26.2, visionOS 26.2, *)
public final class ASCredentialDataManager: Sendable {
    private let system = AppleDouble.system

    public init() {}

    public func reportAllAcceptedPublicKeyCredentials(
        relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) async throws {
        try await system.orFail().signal(
            .allAccepted(
                relyingPartyID: relyingPartyIdentifier, userHandle: userHandle, credentialIDs: acceptedCredentialIDs))
    }

    public func reportPublicKeyCredentialUpdate(
        relyingPartyIdentifier: String, userHandle: Data, newName: String
    ) async throws {
        try await system.orFail().signal(
            .renamed(relyingPartyID: relyingPartyIdentifier, userHandle: userHandle, name: newName))
    }

    public func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
        try await system.orFail().signal(.unknown(relyingPartyID: relyingPartyIdentifier, credentialID: credentialID))
    }

    public func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
        try await system.orFail().signal(.unusedPassword(domain: domain, userName: userName))
    }
}

// Source: Apple's documentation. iOS 26, macOS 26, visionOS 26, deprecated in 26.2 for the class above.
@available(iOS, introduced: 26.0, deprecated: 26.2)
@available(macOS, introduced: 26.0, deprecated: 26.2)
@available(visionOS, introduced: 26.0, deprecated: 26.2)
public final class ASCredentialUpdater: Sendable {
    private let system = AppleDouble.system

    public init() {}

    public func reportAllAcceptedPublicKeyCredentials(
        relyingPartyIdentifier: String, userHandle: Data, acceptedCredentialIDs: [Data]
    ) async throws {
        try await system.orFail().signal(
            .allAccepted(
                relyingPartyID: relyingPartyIdentifier, userHandle: userHandle, credentialIDs: acceptedCredentialIDs))
    }

    public func reportPublicKeyCredentialUpdate(
        relyingPartyIdentifier: String, userHandle: Data, newName: String
    ) async throws {
        try await system.orFail().signal(
            .renamed(relyingPartyID: relyingPartyIdentifier, userHandle: userHandle, name: newName))
    }

    public func reportUnknownPublicKeyCredential(relyingPartyIdentifier: String, credentialID: Data) async throws {
        try await system.orFail().signal(.unknown(relyingPartyID: relyingPartyIdentifier, credentialID: credentialID))
    }

    public func reportUnusedPasswordCredential(domain: String, userName: String) async throws {
        try await system.orFail().signal(.unusedPassword(domain: domain, userName: userName))
    }
}

extension Optional where Wrapped == any SimulatedSystem {
    fileprivate func orFail() throws -> any SimulatedSystem {
        guard let self else { throw AppleDouble.noSystem }
        return self
    }
}
