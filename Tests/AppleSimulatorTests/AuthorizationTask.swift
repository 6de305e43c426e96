// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

/// The delegate of one controller, which returns what the controller reports.
@MainActor
final class AuthorizationTask: NSObject, ASAuthorizationControllerDelegate,
    ASAuthorizationControllerPresentationContextProviding
{
    let controller: ASAuthorizationController
    private(set) var askedForAnchor = false
    private let window = ASPresentationAnchor()
    private var continuation: CheckedContinuation<any ASAuthorizationCredential, any Error>?

    init(_ requests: ASAuthorizationRequest...) {
        controller = ASAuthorizationController(authorizationRequests: requests)
        super.init()
        controller.delegate = self
        controller.presentationContextProvider = self
    }

    func credential(
        _ start: (ASAuthorizationController) -> Void = { $0.performRequests() }
    ) async throws -> any ASAuthorizationCredential {
        try await withCheckedThrowingContinuation { continuation in
            self.continuation = continuation
            start(controller)
        }
    }

    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        continuation?.resume(returning: authorization.credential)
        continuation = nil
    }

    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
        continuation?.resume(throwing: error)
        continuation = nil
    }

    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
        askedForAnchor = true
        return window
    }
}

/// The requests of an app at `example.com`.
enum Requests {
    static let challenge = Data(repeating: 7, count: 32)
    private static let provider = ASAuthorizationPlatformPublicKeyCredentialProvider(
        relyingPartyIdentifier: "example.com")
    private static let keyProvider = ASAuthorizationSecurityKeyPublicKeyCredentialProvider(
        relyingPartyIdentifier: "example.com")

    static func registration(
        of user: String = "anne"
    ) -> ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest {
        provider.createCredentialRegistrationRequest(challenge: challenge, name: user, userID: Data(user.utf8))
    }

    static func assertion() -> ASAuthorizationPlatformPublicKeyCredentialAssertionRequest {
        provider.createCredentialAssertionRequest(challenge: challenge)
    }

    static func keyRegistration() -> ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest {
        let request = keyProvider.createCredentialRegistrationRequest(
            challenge: challenge, displayName: "Anne", name: "anne", userID: Data("anne".utf8))
        request.credentialParameters = [ASAuthorizationPublicKeyCredentialParameters(algorithm: .ES256)]
        request.residentKeyPreference = .required
        return request
    }

    static func keyAssertion() -> ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest {
        keyProvider.createCredentialAssertionRequest(challenge: challenge)
    }
}
