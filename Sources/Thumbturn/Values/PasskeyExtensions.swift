// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The requests of a ceremony to a passkey besides its signature. Older systems ignore them.
public struct PasskeyExtensions: Hashable, Sendable {
    /// One or two salts, from which the passkey derives secrets.
    public struct PRF: Hashable, Sendable {
        /// The first salt or, in results, the first secret.
        public var first: Data
        /// The second salt or secret, for example to change from one to the other.
        public var second: Data?

        /// Asks for one or two secrets.
        public init(first: Data, second: Data? = nil) {
            self.first = first
            self.second = second
        }
    }

    /// Data that is stored with a passkey.
    public enum LargeBlob: Hashable, Sendable {
        /// For a new passkey: it should be able to store data.
        case supported
        /// For a sign-in: reads the data.
        case read
        /// For a sign-in: stores the data.
        case write(Data)
    }

    /// From iOS 18, macOS 15 and visionOS 2 on.
    public var prf: PRF?
    /// From iOS 17, macOS 14 and visionOS 1 on.
    public var largeBlob: LargeBlob?

    /// Asks for the extensions that are given.
    public init(prf: PRF? = nil, largeBlob: LargeBlob? = nil) {
        self.prf = prf
        self.largeBlob = largeBlob
    }
}
