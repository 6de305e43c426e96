// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices

#if os(iOS) || os(visionOS)
    import UIKit
#elseif os(macOS)
    import AppKit
#endif

/// The window in which sheets appear. Without one there is an error: a new window would be invisible.
enum PresentationAnchor {
    @MainActor static var current: ASPresentationAnchor? {
        #if os(iOS) || os(visionOS)
            let scenes = UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
            let active = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
            return active?.keyWindow ?? active?.windows.first
        #elseif os(macOS)
            return NSApplication.shared.keyWindow ?? NSApplication.shared.windows.first
        #else
            return ASPresentationAnchor()
        #endif
    }
}
