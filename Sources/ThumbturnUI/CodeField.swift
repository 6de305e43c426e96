// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    public import SwiftUI

    /// A field for a code that was sent to the user. The system offers the code of a message that has just arrived.
    ///
    /// ```swift
    /// CodeField(code: $code) { Task { await signIn(with: sent) } }
    /// ```
    public struct CodeField: View {
        @Binding private var code: String
        private let onSubmit: @MainActor () -> Void

        /// Creates the field.
        ///
        /// - Parameters:
        ///   - code: What the user has entered.
        ///   - onSubmit: Called when the user presses return, which the number pad of an iPhone doesn't have.
        public init(code: Binding<String>, onSubmit: @escaping @MainActor () -> Void = {}) {
            _code = code
            self.onSubmit = onSubmit
        }

        /// The field.
        public var body: some View {
            TextField(viewText("Code"), text: $code)
                .textContentType(.oneTimeCode)
                .autocorrectionDisabled()
                .submitLabel(.go)
                .onSubmit { onSubmit() }
                #if !os(macOS)
                    .keyboardType(.numberPad)
                #endif
        }
    }
#endif
