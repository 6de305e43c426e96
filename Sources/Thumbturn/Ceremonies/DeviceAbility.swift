// SPDX-License-Identifier: Apache-2.0

/// The abilities of newer systems. Each use also has its `#available`; this adds a place where tests play an older
/// system, because outside Apple's systems every version is available.
enum DeviceAbility: Hashable, Sendable {
    /// iOS 17, macOS 14.
    case largeBlob
    /// iOS 17.4, macOS 14.4.
    case httpsCallback
    /// iOS 18, macOS 15, visionOS 2.
    case conditionalRegistration
    /// iOS 18, macOS 15, visionOS 2.
    case prf
    /// iOS 26.0, and deprecated in 26.2.
    case credentialUpdater
    /// iOS 26.2.
    case credentialDataManager

    /// The abilities that the system lacks.
    @TaskLocal static var missing: Set<DeviceAbility> = []

    var isThere: Bool { !Self.missing.contains(self) }
}
