// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

#if os(Linux)
    internal import POSIX
#endif

// Source: Apple's documentation. iOS 8 and 9, macOS 10.10 and 10.12.2, visionOS 1.
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
public enum LAPolicy: Int, Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
}

// Source: Apple's documentation. iOS 11, macOS 10.13.2, visionOS 1.
@available(iOS 11.0, macOS 10.13.2, visionOS 1.0, *)
public enum LABiometryType: Int, Sendable {
    case none
    case touchID
    case faceID
    case opticID = 4
}

// Source: Apple's documentation. iOS 8, macOS 10.10, visionOS 1, and not Sendable.
@available(iOS 8.0, macOS 10.10, visionOS 1.0, *)
open class LAContext: NSObject {
    open var localizedFallbackTitle: String?

    // Source: Apple's documentation. iOS 10, macOS 10.12, visionOS 1.
    @available(iOS 10.0, macOS 10.12, visionOS 1.0, *)
    open var localizedCancelTitle: String? {
        get { cancelTitle }
        set { cancelTitle = newValue }
    }

    // Source: Apple's documentation. iOS 9, macOS 10.12, visionOS 1. Here it has no effect.
    @available(iOS 9.0, macOS 10.12, visionOS 1.0, *)
    open var touchIDAuthenticationAllowableReuseDuration: Double {
        get { reuseDuration }
        set { reuseDuration = newValue }
    }

    // Source: Apple's documentation. iOS 11, macOS 10.13, visionOS 1.
    @available(iOS 11.0, macOS 10.13, visionOS 1.0, *)
    open var interactionNotAllowed: Bool {
        get { isSilent }
        set { isSilent = newValue }
    }

    // Source: Apple's documentation. iOS 11, macOS 10.13.2, visionOS 1. Apple says to read it after asking about a
    // policy.
    @available(iOS 11.0, macOS 10.13.2, visionOS 1.0, *)
    open var biometryType: LABiometryType { owner?.biometryType ?? .none }

    private let owner = LocalAuthenticationDouble.owner
    private var cancelTitle: String?
    private var reuseDuration = 0.0
    private var isSilent = false
    private let evaluation = Evaluation()

    public override init() { super.init() }

    // Source: Apple's documentation. The pointer is an NSErrorPointer there, which needs Objective-C.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool {
        let obstacle = obstacle(to: policy)
        error?.pointee = obstacle?._nsError
        return obstacle == nil
    }

    // Source: Apple's documentation. iOS 8, macOS 10.10, visionOS 1. Canceling the task doesn't end the evaluation;
    // making the context invalid does.
    open func evaluatePolicy(_ policy: LAPolicy, localizedReason: String) async throws -> Bool {
        precondition(!localizedReason.isEmpty, "the reason must not be empty")
        if let obstacle = obstacle(to: policy) { throw obstacle }
        guard let owner, !isSilent else { throw LAError(.notInteractive) }
        let request = SimulatedEvaluation(
            policy: policy, reason: localizedReason, fallbackTitle: localizedFallbackTitle, cancelTitle: cancelTitle)
        let asking = Task { try await owner.evaluate(request) }
        evaluation.begin(asking)
        do {
            try await asking.value
            evaluation.notePassing(policy)
            return true
        } catch is CancellationError {
            throw LAError(.appCancel)
        }
    }

    // Source: Apple's documentation. iOS 9, macOS 10.11, visionOS 1.
    @available(iOS 9.0, macOS 10.11, visionOS 1.0, *)
    open func invalidate() { evaluation.invalidate() }

    /// The policies that the owner has passed in this context, which then opens keys, until it becomes invalid.
    @_spi(AppleDouble) public var opening: SimulatedOpening { SimulatedOpening(owner: owner, evaluation: evaluation) }

    private func obstacle(to policy: LAPolicy) -> LAError? {
        if evaluation.isInvalid { return LAError(.invalidContext) }
        guard let owner else { return LAError(.passcodeNotSet) }
        return owner.obstacle(to: policy)
    }
}

/// What a context has to show to a key.
@_spi(AppleDouble) public struct SimulatedOpening: Sendable {
    let owner: (any SimulatedOwner)?
    fileprivate let evaluation: Evaluation

    public func hasPassed(_ policy: LAPolicy) -> Bool { evaluation.passed.contains(policy) }

    /// The biometrics that are enrolled now.
    public var biometricState: Data? { owner?.biometricState }
}

/// The evaluations of a context, which another thread may end.
private final class Evaluation: Sendable {
    #if os(Linux)
        private struct State {
            var running: [Task<Void, any Error>] = []
            var passed: Set<LAPolicy> = []
            var isInvalid = false
        }

        private let state = Locked(State())

        var isInvalid: Bool { state.withLock { $0.isInvalid } }

        var passed: Set<LAPolicy> { state.withLock { $0.isInvalid ? [] : $0.passed } }

        func notePassing(_ policy: LAPolicy) { state.withLock { _ = $0.passed.insert(policy) } }

        func begin(_ task: Task<Void, any Error>) {
            let isTooLate = state.withLock { state in
                state.running.append(task)
                return state.isInvalid
            }
            if isTooLate { task.cancel() }
        }

        func invalidate() {
            let running = state.withLock { state in
                state.isInvalid = true
                return state.running
            }
            for task in running { task.cancel() }
        }
    #else
        var isInvalid: Bool { false }
        var passed: Set<LAPolicy> { [] }

        func notePassing(_ policy: LAPolicy) {}

        func begin(_ task: Task<Void, any Error>) {}

        func invalidate() {}
    #endif
}
