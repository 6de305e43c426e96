// SPDX-License-Identifier: Apache-2.0

// The mistakes that the check for Apple's platforms must reject, as code of an application extension: it is not part of
// any target, and never compiles. The comments above a line say on which platforms it is wrong, and a part of what the
// compiler must say. All other lines are correct.

import AuthenticationServices

#if os(iOS) || os(visionOS)
    import UIKit
#endif

@MainActor
final class Wrong: NSObject {
    func usesWhatIsYoungerThanTheOldestSystem(_ provider: ASAuthorizationPlatformPublicKeyCredentialProvider) {
        let request = provider.createCredentialRegistrationRequest(challenge: Data(), name: "Ada", userID: Data())
        // expected on iOS 16.6: only available in iOS 18.0
        // expected on Mac Catalyst 16.6: only available in iOS 18.0
        // expected on macOS 13.5: only available in macOS 15.0
        // expected on visionOS 1.0: only available in visionOS 2.0
        request.requestStyle = .conditional
        if #available(iOS 18.0, macOS 15.0, visionOS 2.0, *) {
            request.requestStyle = .conditional
        }
        // expected on iOS 16.6: only available in iOS 17.4
        // expected on Mac Catalyst 16.6: only available in iOS 17.4
        // expected on visionOS 1.0: unavailable in visionOS
        request.excludedCredentials = []
        // expected on iOS 16.6: only available in iOS 26.2
        // expected on Mac Catalyst 16.6: only available in iOS 26.2
        // expected on macOS 13.5: only available in macOS 26.2
        // expected on visionOS 1.0: only available in visionOS 26.2
        _ = ASCredentialDataManager()
    }

    func usesWhatIsNotOnEveryPlatform(_ controller: ASAuthorizationController) {
        // expected on macOS 13.5: unavailable in macOS
        // expected on Mac Catalyst 16.6: unavailable in Mac Catalyst
        controller.performAutoFillAssistedRequests()
        #if os(iOS)
            // expected on iOS 16.6: has no member 'systemNam'
            // expected on Mac Catalyst 16.6: has no member 'systemNam'
            _ = UIDevice.current.systemNam
        #endif
    }

    func usesWhatAnExtensionLacks() {
        #if os(iOS) || os(visionOS)
            // expected on iOS 16.6: unavailable in application extensions for iOS
            // expected on Mac Catalyst 16.6: unavailable in application extensions for Mac Catalyst
            // expected on visionOS 1.0: unavailable in application extensions for visionOS
            _ = UIApplication.shared
        #endif
    }

    func forgetsTheCasesOfLaterSystems(_ attachment: ASAuthorizationPublicKeyCredentialAttachment) -> Bool {
        // expected on iOS 16.6: may have additional unknown values
        // expected on Mac Catalyst 16.6: may have additional unknown values
        // expected on macOS 13.5: may have additional unknown values
        // expected on visionOS 1.0: may have additional unknown values
        switch attachment {
        case .platform: true
        case .crossPlatform: false
        }
    }

    nonisolated func leavesTheMainActor() {
        // expected on iOS 16.6: main actor-isolated
        // expected on Mac Catalyst 16.6: main actor-isolated
        // expected on macOS 13.5: main actor-isolated
        // expected on visionOS 1.0: main actor-isolated
        belongsToTheMainActor()
    }

    private func belongsToTheMainActor() {}
}
