// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import Foundation

/// A device, its owner, and how its version of the system reports what happens.
package struct SimulatorState: Sendable {
    /// The owner's response to a sheet.
    package enum Person: Sendable {
        case approves
        case dismisses
        /// Leaves the sheet open. The state may be changed while it is.
        case neverAnswers
        /// Leaves the sheet open until the system closes it.
        case letsItTimeOut
    }

    /// The means that the owner uses, if the app allows it.
    package enum Means: Sendable {
        case thisDevice
        /// Scans the QR code with another device.
        case anotherDevice
        case securityKey
        case savedPassword
    }

    /// A password in the device's password manager, saved for the app.
    package struct SavedPassword: Hashable, Sendable {
        package var user: String
        package var password: String

        package init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    /// The owner's response to a suggestion over the keyboard.
    package enum Suggestion: Sendable {
        case ignores
        case picks
    }

    /// The system's report that there is no passkey to use. Versions differ.
    package enum NoPasskeyReport: Sendable {
        /// As if the sheet was dismissed.
        case canceled
        /// As if the sheet was dismissed, with a reason in the language of the device.
        case canceledWithReason
        case notInteractive
    }

    /// The system's report that a passkey of `excludedCredentials` exists.
    package enum ExclusionReport: Sendable {
        /// Since iOS 18.
        case matchedExcludedCredential
        /// Code 8 of `WKErrorDomain`, before iOS 18.
        case webKit
    }

    /// The owner's response to Face ID.
    package enum Biometrics: Sendable {
        case matches
        case fails
        case canceled
        case notEnrolled
        case neverAnswers
        /// Too many attempts have failed.
        case lockedOut
        /// The application is in the background.
        case cannotBeAsked
    }

    /// The content of the owner's contact card.
    package struct Contact: Sendable {
        package var email: String? = "anne@example.com"
        package var phoneNumber: String? = "+15555550100"
        package var givenName = "Anne"
        package var familyName = "Johnson"
    }

    // MARK: - The device

    /// The domains that name the app in their association file.
    package var associatedDomains: Set<String>
    package var hasPasscode = true
    package var isKeychainOn = true
    package var savedPasswords: [SavedPassword] = []
    /// Whether the owner has just signed in to the app with a saved password, which conditional registration needs.
    package var passwordWasJustFilled = false
    package var securityKeyHasPIN = true
    package var contact = Contact()

    // MARK: - The owner

    package var person = Person.approves
    package var means = Means.thisDevice
    package var suggestion = Suggestion.ignores
    package var biometrics = Biometrics.matches
    /// Changes when the owner adds a face or a finger, or removes one.
    package var enrolledBiometrics = 1
    /// Turns the first URL of a web session into its callback. Returns `nil` to close the page. A URL that the session
    /// doesn't wait for is an ordinary page, which the owner closes too.
    package var browser: @Sendable (URL) async throws -> URL? = { _ in nil }

    // MARK: - The system

    /// Whether the system verifies the owner. One that doesn't, whatever was requested, says so in its responses.
    package var verifiesOwner = true
    package var noPasskeyReport = NoPasskeyReport.canceled
    package var exclusionReport = ExclusionReport.matchedExcludedCredential
    /// Whether an app that cancels its own web session is told so.
    package var reportsCanceledWebSessions = true
    package var acceptsSignals = true
    /// The code and the reason of an `ASAuthorizationError` that the next request fails with, whatever it is.
    package var nextFailure: (code: Int, reason: String?)?

    // MARK: - What happens

    /// The running request, which may be an AutoFill request that waits.
    package internal(set) var runningRequest: SimulatedPresentation?
    package internal(set) var records = SimulatorRecords()

    init(associatedDomains: Set<String>) { self.associatedDomains = associatedDomains }
}
