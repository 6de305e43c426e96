// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import SwiftUI
    import Thumbturn

    extension View {
        /// Shows what went wrong, and what the user can do about it, until it is read. A request that the user canceled
        /// is not worth an alert.
        func passkeyAlert(_ title: String, for failure: Binding<PasskeyError?>) -> some View {
            let isPresented = Binding(
                get: { failure.wrappedValue.map { $0 != .canceled } ?? false },
                set: { if !$0 { failure.wrappedValue = nil } })
            return alert(title, isPresented: isPresented, presenting: failure.wrappedValue) { _ in
                Button(viewText("OK"), role: .cancel) {}
            } message: { failure in
                Text(verbatim: failure.explanation)
            }
        }
    }

    extension PasskeyError {
        /// The message, the advice, and the reference for support. A debug build adds what the developer needs to know.
        var explanation: String {
            var sentences = "\(message) \(recovery)"
            if let reference { sentences += "\n" + viewText("Reference: %@", reference) }
            #if DEBUG
                if let developerNote { sentences += "\n\n\(developerNote)" }
            #endif
            return sentences
        }
    }
#endif
