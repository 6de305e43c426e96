// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Apple's module exports these, too.
@_exported public import Foundation

#if os(iOS) || os(visionOS)
    @_exported public import UIKit
#elseif os(macOS)
    @_exported public import AppKit
#endif

// Source: Apple's documentation. iOS 12, macOS 10.15, visionOS 1. UIWindow and NSWindow belong to the main actor.
#if os(iOS) || os(visionOS)
    public typealias ASPresentationAnchor = UIWindow
#elseif os(macOS)
    public typealias ASPresentationAnchor = NSWindow
#else
    public typealias ASPresentationAnchor = SimulatedWindow

    /// A window where there are none.
    @MainActor
    open class SimulatedWindow: NSObject {
        public override init() {}
    }
#endif

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1. The header has the methods as `@optional`; where
// Objective-C is missing, defaults stand in that trap. The method for custom methods exists on tvOS only in effect.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

extension ASAuthorizationControllerDelegate {
    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
    ) {
        AppleDouble.trapOnMissingDelegateMethod(
            "authorizationController(controller:didCompleteWithAuthorization:)")
    }

    public func authorizationController(
        controller: ASAuthorizationController, didCompleteWithError error: any Error
    ) {
        AppleDouble.trapOnMissingDelegateMethod("authorizationController(controller:didCompleteWithError:)")
    }
}

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
@MainActor
public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

// Source: the interface of Apple's module, which says `@unchecked Sendable`. iOS 13, macOS 10.15, visionOS 1.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorization: NSObject, @unchecked Sendable {
    public let provider: any ASAuthorizationProvider
    public let credential: any ASAuthorizationCredential

    init(provider: any ASAuthorizationProvider, credential: any ASAuthorizationCredential) {
        self.provider = provider
        self.credential = credential
        super.init()
    }
}

// Source: Apple's documentation. iOS 13, macOS 10.15, visionOS 1, neither Sendable nor on an actor. Generated bindings
// say that the system keeps a controller alive until it completes.
@available(iOS 13.0, macOS 10.15, visionOS 1.0, *)
open class ASAuthorizationController: NSObject {
    // Source: Apple's documentation. iOS 16, macOS 13, visionOS 1.
    @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
    public struct RequestOptions: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let preferImmediatelyAvailableCredentials = RequestOptions(rawValue: 1)
    }

    public let authorizationRequests: [ASAuthorizationRequest]
    open weak var delegate: (any ASAuthorizationControllerDelegate)?
    open weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
    private let system = AppleDouble.system
    private var running: Task<Void, Never>?

    public init(authorizationRequests: [ASAuthorizationRequest]) {
        self.authorizationRequests = authorizationRequests
        super.init()
    }

    open func performRequests() { perform(.modal) }

    // Source: Apple's documentation. iOS 16, macOS 13, visionOS 1.
    @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
    open func performRequests(options: RequestOptions) {
        let isSilent = options.contains(.preferImmediatelyAvailableCredentials)
        perform(isSilent ? .modalIfImmediatelyAvailable : .modal)
    }

    // Source: Apple's header. iOS 16, visionOS 1, neither on macOS nor in Mac Catalyst.
    @available(iOS 16.0, visionOS 1.0, *)
    @available(macOS, unavailable)
    @available(macCatalyst, unavailable)
    open func performAutoFillAssistedRequests() { perform(.autoFill) }

    // Source: Apple's documentation. iOS 16, macOS 13, visionOS 1. The delegate is then called with `canceled`.
    @available(iOS 16.0, macOS 13.0, visionOS 1.0, *)
    open func cancel() { running?.cancel() }

    private func perform(_ presentation: SimulatedPresentation) {
        precondition(running == nil, "a controller performs its requests once")
        // The task keeps the controller alive until it completes.
        nonisolated(unsafe) let controller = self
        let system = system
        let requests = authorizationRequests
        running = Task { @MainActor in
            do {
                guard let system else { throw AppleDouble.noSystem }
                _ = controller.presentationContextProvider?.presentationAnchor(for: controller)
                let (request, credential) = try await system.perform(requests, presentation: presentation)
                controller.delegate?.authorizationController(
                    controller: controller,
                    didCompleteWithAuthorization: ASAuthorization(provider: request.provider, credential: credential))
            } catch {
                let reported = error is CancellationError ? ASAuthorizationError(.canceled) : error
                controller.delegate?.authorizationController(controller: controller, didCompleteWithError: reported)
            }
        }
    }
}
