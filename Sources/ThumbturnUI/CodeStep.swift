// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import SwiftUI
    import Thumbturn

    /// The part of a form that asks a new user for the code that an address has received.
    struct CodeStep: View {
        let awaited: AwaitedCode

        @State private var code = ""

        var body: some View {
            Section {
                CodeField(code: $code) { enter() }
            } footer: {
                Text(verbatim: explanation)
            }
            Section {
                Button(viewText("Continue")) { enter() }
                    .disabled(code.isEmpty)
                Button(viewText("Cancel")) { awaited.cancel() }
            }
        }

        private var explanation: String {
            awaited.request.isRepeated
                ? viewText("That code is wrong. Check it, or use the newest one.")
                : viewText("Enter the code that we sent to %@.", awaited.request.address.text)
        }

        private func enter() {
            guard !code.isEmpty else { return }
            awaited.enter(code)
            code = ""
        }
    }

    /// A code that a sign-up waits for, until the user has entered it or gives up.
    @MainActor
    final class AwaitedCode {
        let request: CodeRequest
        private var continuation: CheckedContinuation<String, any Error>?

        init(_ request: CodeRequest) {
            self.request = request
        }

        /// Returns what the user enters. Throws if the user gives up, or if the task is canceled.
        func value() async throws -> String {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    self.continuation = continuation
                    if Task.isCancelled { cancel() }
                }
            } onCancel: {
                Task { @MainActor in cancel() }
            }
        }

        func enter(_ code: String) {
            continuation?.resume(returning: code)
            continuation = nil
        }

        func cancel() {
            continuation?.resume(throwing: CancellationError())
            continuation = nil
        }
    }
#endif
