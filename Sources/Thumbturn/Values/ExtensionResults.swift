// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The results of the extensions. They stay on the device.
public struct ExtensionResults: Hashable, Sendable {
    /// Whether the passkey can derive secrets, as a new passkey reports.
    public internal(set) var isPRFSupported: Bool?
    /// The derived secrets.
    public internal(set) var prf: PasskeyExtensions.PRF?
    /// Whether the passkey can store data, as a new passkey reports.
    public internal(set) var isLargeBlobSupported: Bool?
    /// The data that was read.
    public internal(set) var largeBlob: Data?
    /// Whether the data was stored.
    public internal(set) var isLargeBlobWritten: Bool?

    /// Describes results without any, for tests and previews.
    public init() {}
}
