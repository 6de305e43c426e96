// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import Foundation
package import LocalAuthentication

/// The records of what an app asked of the device.
package struct SimulatorRecords: Sendable {
    /// The number of sheets that the owner saw. Suggestions over the keyboard are none.
    package internal(set) var shownSheets = 0
    /// The requests of all controllers, in order.
    package internal(set) var requests: [RequestFacts] = []
    package internal(set) var signals: [SimulatedSignal] = []
    package internal(set) var webSessions: [SimulatedWebSession] = []
    package internal(set) var evaluations: [SimulatedEvaluation] = []
}

/// The members of one request, as they were when it was performed.
package struct RequestFacts: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case registration
        case assertion
        case securityKeyRegistration
        case securityKeyAssertion
        case accountCreation
        /// Without a challenge, and for every domain of the app.
        case password
    }

    package let kind: Kind
    package let presentation: SimulatedPresentation
    package let relyingPartyID: String
    package let challenge: Data
    package internal(set) var userID: Data?
    package internal(set) var name: String?
    package internal(set) var displayName: String?
    package internal(set) var isConditional = false
    package internal(set) var excludedIDs: [Data]?
    package internal(set) var allowedIDs: [Data] = []
    package internal(set) var userVerification: String?
    package internal(set) var attestation: String?
    package internal(set) var residentKey: String?
    package internal(set) var algorithms: [Int] = []
    /// One or two salts, none to ask for support only, or `nil` without PRF.
    package internal(set) var prfSalts: [Data]?
    package internal(set) var prfSaltsByCredential: [Data: [Data]] = [:]
    package internal(set) var contactIdentifiers: [ASContactIdentifierRequest] = []
    package internal(set) var asksName = false

    init(
        kind: Kind, presentation: SimulatedPresentation, relyingPartyID: String, challenge: Data
    ) {
        self.kind = kind
        self.presentation = presentation
        self.relyingPartyID = relyingPartyID
        self.challenge = challenge
    }

    /// The facts of a request, or `nil` if this simulator doesn't know its class.
    init?(_ request: ASAuthorizationRequest, presentation: SimulatedPresentation) {
        switch request {
        case let request as ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest:
            self.init(kind: .registration, presentation: presentation, registration: request)
            isConditional = request.requestStyle == .conditional
            excludedIDs = request.excludedCredentials?.map(\.credentialID)
            prfSalts = request.prf.map { $0.inputValues?.salts ?? [] }
        case let request as ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest:
            self.init(kind: .securityKeyRegistration, presentation: presentation, registration: request)
            excludedIDs = request.excludedCredentials.map(\.credentialID)
            residentKey = request.residentKeyPreference.rawValue
            algorithms = request.credentialParameters.map(\.algorithm.rawValue)
        case let request as ASAuthorizationPlatformPublicKeyCredentialAssertionRequest:
            self.init(kind: .assertion, presentation: presentation, assertion: request)
            allowedIDs = request.allowedCredentials.map(\.credentialID)
            prfSalts = request.prf.map { $0.inputValues?.salts ?? [] }
            prfSaltsByCredential = request.prf?.perCredentialInputValues?.mapValues(\.salts) ?? [:]
        case let request as ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest:
            self.init(kind: .securityKeyAssertion, presentation: presentation, assertion: request)
            allowedIDs = request.allowedCredentials.map(\.credentialID)
        case let request as ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest:
            self.init(
                kind: .accountCreation, presentation: presentation, relyingPartyID: request.relyingPartyIdentifier,
                challenge: request.challenge)
            userID = request.userID
            contactIdentifiers = request.acceptedContactIdentifiers
            asksName = request.shouldRequestName
        case is ASAuthorizationPasswordRequest:
            self.init(kind: .password, presentation: presentation, relyingPartyID: "", challenge: Data())
        default: return nil
        }
    }

    private init(
        kind: Kind, presentation: SimulatedPresentation,
        registration request: some ASAuthorizationPublicKeyCredentialRegistrationRequest
    ) {
        self.init(
            kind: kind, presentation: presentation, relyingPartyID: request.relyingPartyIdentifier,
            challenge: request.challenge)
        userID = request.userID
        name = request.name
        displayName = request.displayName
        userVerification = request.userVerificationPreference.rawValue
        attestation = request.attestationPreference.rawValue
    }

    private init(
        kind: Kind, presentation: SimulatedPresentation,
        assertion request: some ASAuthorizationPublicKeyCredentialAssertionRequest
    ) {
        self.init(
            kind: kind, presentation: presentation, relyingPartyID: request.relyingPartyIdentifier,
            challenge: request.challenge)
        userVerification = request.userVerificationPreference.rawValue
    }
}

extension ASAuthorizationPublicKeyCredentialPRFAssertionInput.InputValues {
    /// One salt or two.
    var salts: [Data] { [saltInput1] + (saltInput2.map { [$0] } ?? []) }
}
