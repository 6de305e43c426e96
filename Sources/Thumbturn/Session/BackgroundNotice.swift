// SPDX-License-Identifier: Apache-2.0

import Foundation

#if os(iOS) || os(visionOS)
    import UIKit
#endif

/// Reports that the application goes to the background. On a Mac, applications don't.
final class BackgroundNotice: Sendable {
    #if os(iOS) || os(visionOS)
        private static var name: Notification.Name? { UIApplication.didEnterBackgroundNotification }
    #elseif os(macOS)
        private static var name: Notification.Name? { nil }
    #else
        static let simulated = Notification.Name("didEnterBackground")
        private static var name: Notification.Name? { simulated }
    #endif

    /// The center that posts the notifications. Tests have one of their own.
    @TaskLocal static var center = NotificationCenter.default

    private let center = BackgroundNotice.center
    nonisolated(unsafe) private var observer: (any NSObjectProtocol)?

    /// Calls a body from now on. To be called once.
    func call(_ body: @escaping @Sendable () -> Void) {
        guard let name = Self.name else { return }
        observer = center.addObserver(forName: name, object: nil, queue: nil) { _ in body() }
    }

    deinit {
        if let observer { center.removeObserver(observer) }
    }
}
