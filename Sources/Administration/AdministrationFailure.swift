// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import OpenIDProvider
import SignIn

/// Why a use case of this module failed.
package enum AdministrationFailure: Error, Hashable, Sendable {
    /// There is no such object. For some kinds, the names of those that exist.
    case notFound(AdministeredObject, known: [String] = [])
    /// The name stands for several objects.
    case ambiguous(AdministeredObject, candidates: [AdministeredObject])
    case alreadyExists(AdministeredObject)
    /// The text is no e-mail address.
    case addressMalformed(String)
    /// The object was removed after the administrator found it.
    case removedMeanwhile(AdministeredObject)
    /// A record was changed by another process.
    case changedMeanwhile(StorageConflict)
    /// The list can't continue after this user, who doesn't exist.
    case pageStartUnknown(UserID)
    /// The user is blocked, and has to be unblocked first.
    case userBlocked(UserID)
    /// The user's account is going to be erased, and has to be kept first.
    case userToBeDeleted(UserID)
    /// The configuration would not be valid. Nothing was changed.
    case invalid([ConfigurationProblem])
    /// The stored configuration can't be read.
    case storedConfigurationInvalid([ConfigurationProblem])
    /// No key of the host signs with this algorithm.
    case algorithmNotInUse(String, host: String, inUse: [String])
    /// The new master key is the one that the stored keys are sealed with.
    case masterKeyInUse
    case keyRing(KeyRingFailure)
    case storageUnavailable(reason: String)
}

/// Something that an administrator acts on, as it is named.
package enum AdministeredObject: Hashable, Sendable {
    /// An account by its ID or an identifier, in one connection or any.
    case user(String, connection: String? = nil)
    case passkey(PasskeyID, of: UserID)
    case deviceKey(DeviceKey.ID, of: UserID)
    case session(BrowserSession.ID, of: UserID)
    case connection(String)
    /// A client by its ID, or by its name.
    case client(String)
    /// An API by its audience.
    case api(String)
}

extension AdministrationFailure {
    /// Translates an error of the storage, the keys or the stored configuration.
    init(_ error: any Error) {
        self =
            switch error {
            case let failure as AdministrationFailure: failure
            case let conflict as StorageConflict: .changedMeanwhile(conflict)
            case StorageError.unavailable(let reason), StorageError.incompatible(let reason),
                StorageError.damaged(let reason):
                .storageUnavailable(reason: reason)
            case let failure as ConfigurationFailure: .storedConfigurationInvalid(failure.problems)
            case let failure as KeyRingFailure: .keyRing(failure)
            default: .storageUnavailable(reason: "\(error)")
            }
    }

    /// Translates the failure of a use case about a user.
    init(_ failure: SignInFailure, of user: UserID) {
        self =
            switch failure {
            case .account(.blocked): .userBlocked(user)
            case .account(.toBeDeleted): .userToBeDeleted(user)
            case .account(.unknown): .removedMeanwhile(.user(user.rawValue))
            case .storageUnavailable(let reason): .storageUnavailable(reason: reason)
            default: .storageUnavailable(reason: "\(failure.code).")
            }
    }
}
