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
            let scenes = application?.connectedScenes.compactMap { $0 as? UIWindowScene } ?? []
            let active = scenes.first { $0.activationState == .foregroundActive } ?? scenes.first
            return active?.keyWindow ?? active?.windows.first
        #elseif os(macOS)
            return NSApplication.shared.keyWindow ?? NSApplication.shared.windows.first
        #else
            return ASPresentationAnchor()
        #endif
    }

    #if os(iOS) || os(visionOS)
        /// The running application. Extensions have none, and code that they may link can't name
        /// `UIApplication.shared`.
        @MainActor private static var application: UIApplication? {
            let getter = NSSelectorFromString("sharedApplication")
            guard Bundle.main.bundleURL.pathExtension != "appex", UIApplication.responds(to: getter) else { return nil }
            return UIApplication.perform(getter)?.takeUnretainedValue() as? UIApplication
        }
    #endif
}
