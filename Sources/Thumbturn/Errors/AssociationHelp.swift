// SPDX-License-Identifier: Apache-2.0

/// The values for a developer to check when the system does not associate the application with the domain.
public struct AssociationHelp: Hashable, Sendable, CustomStringConvertible {
    /// The domain of the passkeys.
    public let relyingPartyID: String
    /// The application's bundle identifier.
    public let bundleIdentifier: String?
    /// The reason that the system gave.
    public let reason: String?

    /// The value in the entitlement `com.apple.developer.associated-domains`.
    public var entitlement: String { "webcredentials:\(relyingPartyID)" }
    /// The file that has to list the application as `<team ID>.<bundle identifier>`.
    public var associationFile: String { "https://\(relyingPartyID)/.well-known/apple-app-site-association" }
    /// Apple's copy of the file, which devices read. It is up to a day old.
    public var appleCopy: String { "https://app-site-association.cdn-apple.com/a/v1/\(relyingPartyID)" }

    /// The three things to compare.
    public var description: String {
        """
        Compare these: the entitlement com.apple.developer.associated-domains has \(entitlement); \(associationFile) lists \
        <team ID>.\(bundleIdentifier ?? "<bundle identifier>") under webcredentials; and Apple's copy at \(appleCopy) does, too. \
        During development, \(entitlement)?mode=developer bypasses the copy.
        """
    }
}
