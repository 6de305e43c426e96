// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import SwiftUI
    import Thumbturn

    extension View {
        /// Shows what went wrong, and what the user can do about it, until it is read. A request that the user canceled is not
        /// worth an alert.
        func passkeyAlert(_ title: LocalizedStringKey, for failure: Binding<PasskeyError?>) -> some View {
            let isPresented = Binding(
                get: { failure.wrappedValue.map { $0 != .canceled } ?? false },
                set: { if !$0 { failure.wrappedValue = nil } })
            return alert(title, isPresented: isPresented, presenting: failure.wrappedValue) { _ in
                Button("OK", role: .cancel) {}
            } message: { failure in
                Text(verbatim: failure.explanation)
            }
        }
    }

    extension PasskeyError {
        /// What happened, what to do, and what to tell support.
        var explanation: String {
            var sentences = "\(message) \(recovery)"
            if let reference { sentences += "\n\(String(localized: "Reference:")) \(reference)" }
            return sentences
        }
    }
#endif
